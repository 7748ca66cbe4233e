lobby-open = 大堂开放中
lobby-title = 选择牌桌
seats-free = 尚有 { $seats } 个座位
