internal import RosterJSON

/// The outcomes of a check for every candidate, as lines that a later run can read.
///
/// The candidates depend on nothing else. An interrupted minimization starts again with the
/// outcomes in the journal, and so continues where it was: candidates with known outcomes are not
/// checked again.
public struct CheckJournal: Sendable {
  /// The outcomes, by the digest of the log.
  private var outcomes: [String: CheckOutcome] = [:]
  /// The properties that all runs of one minimization share: the log, the command and its options.
  private let subject: JSONValue

  /// Makes a journal without outcomes.
  ///
  /// - Parameters:
  ///   - log: The text of the log to minimize.
  ///   - options: The options that the outcomes depend on, besides the candidates.
  public init(log: [UInt8], options: [String: String]) {
    subject = [
      "minimizing": 1, "log": .string(ChangesetLog.digest(of: log)),
      "options": .object(JSONObject(options.map { (key: $0, value: .string($1)) })),
    ]
  }

  /// The number of outcomes.
  public var count: Int { outcomes.count }

  /// The first line, with its line feed.
  public var firstLine: [UInt8] { Self.line(subject) }

  /// Reads the outcomes of an earlier run.
  ///
  /// An incomplete line and everything behind it are ignored. If the first line is incomplete, the
  /// whole file is ignored.
  ///
  /// - Returns: The number of bytes that were read, or `nil` if they belong to another log or other
  ///   options.
  public mutating func read(_ bytes: [UInt8]) -> Int? {
    guard bytes.starts(with: firstLine) else { return firstLine.starts(with: bytes) ? 0 : nil }
    var start = firstLine.count
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      guard let line = try? JSONParser.ofMessages.parse(bytes[start..<end]),
        let digest = line["candidate"]?.stringValue, let status = line["status"]?.intValue,
        let isMarked = line["marked"]?.boolValue
      else { break }
      outcomes[digest] = CheckOutcome(status: status, isMarked: isMarked)
      start = end + 1
    }
    return start
  }

  /// Returns the outcome for a log, `nil` if it was not checked.
  func outcome(of digest: String) -> CheckOutcome? { outcomes[digest] }

  /// Adds an outcome and returns its line, with a line feed.
  mutating func add(_ outcome: CheckOutcome, of digest: String) -> [UInt8] {
    outcomes[digest] = outcome
    return Self.line([
      "candidate": .string(digest), "status": .number(Double(outcome.status)),
      "marked": .bool(outcome.isMarked),
    ])
  }

  private static func line(_ value: JSONValue) -> [UInt8] {
    var bytes: [UInt8] = []
    value.appendCanonical(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}
