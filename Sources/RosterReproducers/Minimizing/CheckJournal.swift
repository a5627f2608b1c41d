internal import RosterJSON

/// What a check said of every log that was tried, as lines that a later run can read.
///
/// A minimization depends on nothing else. One that was interrupted is begun anew with what the
/// journal holds, and so goes on where it was: what is known already is not tried again.
public struct CheckJournal: Sendable {
  /// What was tried, by the digest of the log.
  private var outcomes: [String: CheckOutcome] = [:]
  /// What is the same in all runs of one minimization: the log, the command and its options.
  private let subject: JSONValue

  /// Makes a journal without outcomes.
  ///
  /// - Parameters:
  ///   - log: The text of the log that is minimized.
  ///   - options: What the outcomes depend on beside the candidates.
  public init(log: [UInt8], options: [String: String]) {
    subject = [
      "minimizing": 1, "log": .string(ChangesetLog.digest(of: log)),
      "options": .object(JSONObject(options.map { ($0, .string($1)) })),
    ]
  }

  /// The number of outcomes.
  public var count: Int { outcomes.count }

  /// The first line, with its line feed.
  public var firstLine: [UInt8] { Self.line(subject) }

  /// Takes the outcomes of an earlier run.
  ///
  /// A line that was cut off, and what follows it, is left out; of a file that was cut off before the
  /// first line was whole, everything.
  ///
  /// - Returns: The number of bytes that were read, or `nil` if they are about another log or other
  ///   options.
  public mutating func read(_ bytes: [UInt8]) -> Int? {
    guard bytes.starts(with: firstLine) else { return firstLine.starts(with: bytes) ? 0 : nil }
    var start = firstLine.count
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      guard let line = try? JSONParser().parse(bytes[start..<end]),
        let digest = line["candidate"]?.stringValue, let status = line["status"]?.intValue,
        let isMarked = line["marked"]?.boolValue
      else { break }
      outcomes[digest] = CheckOutcome(status: status, isMarked: isMarked)
      start = end + 1
    }
    return start
  }

  /// The outcome for a log, `nil` if it was not tried.
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
