seat = Seat
