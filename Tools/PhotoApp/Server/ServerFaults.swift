/// What goes wrong with an answer, because its request asks for it.
///
///     /photos?page=2&delay=500         after half a second
///     /photos?page=2&status=503        with this status
///     /pictures/p7.png?cut=1000        the connection ends after a thousand bytes
///     /pictures/p7.png?type=text/html  with a type that it is not of
///     /pictures/p7.png?size=10000000   with so many bytes of nothing behind it
struct ServerFaults: Equatable {
  /// How long the answer takes, in milliseconds.
  var delay = 0
  var status: Int?
  /// Behind how many bytes the connection ends.
  var cut: Int?
  var type: String?
  /// How many bytes the answer has at least.
  var size = 0

  /// The longest delay, and the most bytes.
  private static let (delayMax, sizeMax) = (60_000, 1 << 26)

  /// Reads the faults that the query of a request asks for.
  init(query: [String: String]) {
    func number(_ name: String) -> Int? { query[name].flatMap { Int($0) } }
    delay = min(max(0, number("delay") ?? 0), Self.delayMax)
    status = number("status").flatMap { 200...599 ~= $0 ? $0 : nil }
    cut = number("cut").map { max(0, $0) }
    type = query["type"].flatMap { $0.allSatisfy(\.isPrintable) ? $0 : nil }
    size = min(max(0, number("size") ?? 0), Self.sizeMax)
  }
}

extension Character {
  fileprivate var isPrintable: Bool { isASCII && self >= " " && self != "\u{7F}" }
}
