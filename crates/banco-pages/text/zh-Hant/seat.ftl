seat = 座位
