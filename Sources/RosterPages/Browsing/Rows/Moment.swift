/// A moment of universal time, as people read it: `2024-05-06 07:08:09 UTC`.
package struct Moment: Hashable, Sendable, CustomStringConvertible {
  /// Since 1970.
  private let seconds: Int

  /// Makes the moment of a number of seconds, milli-, micro- or nanoseconds since 1970; `nil` if it is not
  /// between 1980 and 2100 as any of these.
  init?(_ number: Double) {
    let milliseconds = [1e3, 1, 1e-3, 1e-6].lazy.map { number * $0 }
      .first { 315_532_800_000..<4_102_444_800_000 ~= $0 }
    guard let milliseconds else { return nil }
    seconds = Int(milliseconds / 1_000)
  }

  /// Makes the moment of a number of milliseconds since 1970. One before that is 1970, and one after 9999 is the end
  /// of that year: such numbers are in damaged files only.
  package init(milliseconds: Int) {
    seconds = min(max(0, milliseconds) / 1_000, Self.secondsMax)
  }

  private static let secondsMax = 253_402_300_799

  package var description: String {
    var days = seconds / 86_400
    var year = 1970
    while days >= Self.dayCount(ofYear: year) {
      days -= Self.dayCount(ofYear: year)
      year += 1
    }
    var month = 1
    while days >= Self.dayCount(ofMonth: month, year) {
      days -= Self.dayCount(ofMonth: month, year)
      month += 1
    }
    let time = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60]
    let date = [month, days + 1]
    return "\(year)-\(date.map(Self.twoDigits).joined(separator: "-")) "
      + "\(time.map(Self.twoDigits).joined(separator: ":")) UTC"
  }

  private static func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }

  private static func dayCount(ofYear year: Int) -> Int {
    year.isMultiple(of: 400) || year.isMultiple(of: 4) && !year.isMultiple(of: 100) ? 366 : 365
  }

  private static func dayCount(ofMonth month: Int, _ year: Int) -> Int {
    switch month {
    case 2: dayCount(ofYear: year) - 337
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
