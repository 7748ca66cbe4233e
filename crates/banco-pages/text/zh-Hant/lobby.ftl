lobby-open = 大堂開放中
lobby-title = 選擇牌桌
seats-free = 尚有 { $seats } 個座位
