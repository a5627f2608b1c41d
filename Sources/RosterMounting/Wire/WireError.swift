internal import RosterJSON

/// The reason why a line of the wire protocol was refused, and where.
///
/// After an error a session cannot go on: what the other process shows is not known any more.
public struct WireError: Error, Hashable {
  /// The kinds of errors.
  public enum Code: Hashable, Sendable {
    /// The line is not JSON.
    case malformed
    /// A value has the wrong type, or is not allowed where it stands.
    case invalid
    /// The line names a view that does not exist, or asks for something that its state forbids.
    case inconsistent
    /// A limit is exceeded.
    case limit
    /// The other process speaks another version, or uses something that this version lacks.
    case version
  }

  /// What kind of error it is.
  public let code: Code
  /// The number of the line among those received, from 1.
  public let line: Int
  /// The path of the wrong value: `edits[3][1]`; empty for the whole line.
  public let path: String
  /// What is wrong, for people. It contains no attributes of views.
  public let message: String
}

extension WireError: CustomStringConvertible {
  /// `line 12, edits[3][1]: there is no view 7`.
  public var description: String {
    path.isEmpty ? "line \(line): \(message)" : "line \(line), \(path): \(message)"
  }
}

/// How much a process takes from the one at the other end.
public struct WireLimits: Hashable, Sendable {
  /// The maximum length of a line in bytes, without its line feed.
  public var lineByteCountMax: Int
  /// The maximum number of views that exist at the same time, or of views in an answer.
  public var viewCountMax: Int
  /// The maximum number of views around a view.
  public var depthMax: Int

  /// Makes limits.
  public init(
    lineByteCountMax: Int = 64 << 20, viewCountMax: Int = 1_000_000, depthMax: Int = 10_000
  ) {
    self.lineByteCountMax = lineByteCountMax
    self.viewCountMax = viewCountMax
    self.depthMax = depthMax
  }
}

/// Reads the lines that a process receives, and counts them.
struct WireLines {
  let limits: WireLimits
  /// The number of lines so far.
  private(set) var count = 0

  init(limits: WireLimits) { self.limits = limits }

  /// Decodes the next line.
  mutating func read<Message>(
    _ bytes: some Collection<UInt8>,
    _ decode: (JSONCursor) throws(WireProblem) -> Message
  ) throws(WireError) -> Message {
    count += 1
    guard bytes.count <= limits.lineByteCountMax else {
      throw error(.limit, "more than \(limits.lineByteCountMax) bytes, which is the limit")
    }
    let value: JSONValue
    do {
      value = try JSONParser().parse(bytes)
    } catch {
      throw self.error(.malformed, at: error.path ?? "", "column \(error.column): \(error.message)")
    }
    do {
      return try decode(JSONCursor(value))
    } catch {
      throw self.error(error)
    }
  }

  /// Returns an error in the last line.
  func error(_ code: WireError.Code, at path: String = "", _ message: String) -> WireError {
    WireError(code: code, line: count, path: path, message: message)
  }

  /// Returns an error in the last line.
  func error(_ problem: WireProblem) -> WireError {
    error(problem.code, at: problem.path, problem.message)
  }
}

/// An error of a line whose number is not known yet.
struct WireProblem: Error {
  let code: WireError.Code
  let path: String
  let message: String

  init(_ code: WireError.Code, at path: String, _ message: String) {
    self.code = code
    self.path = path
    self.message = message
  }

  init(_ code: WireError.Code, _ error: JSONDecodingError) {
    self.init(code, at: error.path, error.message)
  }

  /// Runs code that decodes.
  static func decoding<Result>(
    _ body: () throws(JSONDecodingError) -> Result
  ) throws(WireProblem) -> Result {
    do {
      return try body()
    } catch {
      throw WireProblem(.invalid, error)
    }
  }
}
