/// Makes every row of choices, one after the other, of a procedure that asks for choices.
///
/// The procedure is run again and again; each run gets the choices of the run before with the last
/// one advanced that can be, so that no row comes twice and none is left out.
struct ChoiceOdometer {
  private var digits: [(value: Int, count: Int)] = []
  private var position = 0

  /// The next choice, from 0 up to, not including, `count`.
  mutating func choice(below count: Int) -> Int {
    defer { position += 1 }
    if position == digits.count { digits.append((0, max(1, count))) }
    return digits[position].value
  }

  /// Goes on to the next row of choices.
  ///
  /// - Returns: Whether there is one.
  mutating func advance() -> Bool {
    position = 0
    while let last = digits.popLast() {
      if last.value + 1 < last.count {
        digits.append((last.value + 1, last.count))
        return true
      }
    }
    return false
  }
}
