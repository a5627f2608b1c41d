import Foundation
import GRDB
import RosterTestKit

/// One damage that is done to a file.
enum Damage: CustomStringConvertible {
  typealias Part = CorruptionSample.Part

  case flip(Part, offset: Int, bit: Int)
  case truncation(Part, length: Int)
  case zeroPage(Part, page: Int)
  case exchange(Part, page: Int, other: Int)
  /// A row that is altered, in a file that was closed or in one whose newest commits are in the log.
  case row(String, isOpen: Bool)

  /// Whether the newest commits stand in the log of the file that is damaged.
  var isOfOpenFile: Bool {
    switch self {
    case .flip(let part, _, _), .truncation(let part, _), .zeroPage(let part, _),
      .exchange(let part, _, _):
      part != .main
    case .row(_, let isOpen): isOpen
    }
  }

  /// Whether the damage may cut the log short, so that the newest commits are missing.
  var mayCutLog: Bool {
    if case .row = self { false } else { isOfOpenFile }
  }

  /// A damage by its number: rows in turn with bytes, and of the rows each fifth time one of the few
  /// with which devices and hubs synchronize.
  init(seed: UInt64, number: Int, _ sample: CorruptionSample, rows: RowDamages) {
    var random = SplitMix64(seed: seed &+ UInt64(number) &* 0xd134_2543_de82_ef95)
    let statements = number % 10 == 0 ? rows.ofSync : rows.all
    if number % 2 == 0, let sql = statements.randomElement(using: &random) {
      self = .row(sql, isOpen: random.happens(percent: 50))
      return
    }
    let part: Part =
      [.main, .main, .main, .log, .log, .index].randomElement(using: &random) ?? .main
    let length = max(1, sample.length(of: part, isOpen: part != .main))
    let pages = max(1, length / 4_096)
    switch Int.random(in: 0..<10, using: &random) {
    case 0: self = .truncation(part, length: Int.random(in: 0..<length, using: &random))
    case 1: self = .zeroPage(part, page: Int.random(in: 0..<pages, using: &random))
    case 2:
      self = .exchange(
        part, page: Int.random(in: 0..<pages, using: &random),
        other: Int.random(in: 0..<pages, using: &random))
    default:
      self = .flip(
        part, offset: Int.random(in: 0..<length, using: &random),
        bit: Int.random(in: 0..<8, using: &random))
    }
  }

  /// What was done, for a report.
  var description: String {
    switch self {
    case .flip(let part, let offset, let bit): "bit \(bit) of byte \(offset) of the \(part) file"
    case .truncation(let part, let length): "the \(part) file cut to \(length) bytes"
    case .zeroPage(let part, let page): "zeros in page \(page) of the \(part) file"
    case .exchange(let part, let page, let other):
      "pages \(page) and \(other) of the \(part) file exchanged"
    case .row(let sql, let isOpen): isOpen ? "\(sql), in the log" : sql
    }
  }

  /// Does the damage.
  ///
  /// - Returns: Whether it could be done: SQLite keeps values of a wrong type out.
  func run(at path: String) throws -> Bool {
    switch self {
    case .row(let sql, let isOpen): return try Self.run(sql, at: path, isOpen: isOpen)
    case .flip(let part, let offset, let bit):
      return try Self.edit(path + part.rawValue) { bytes in
        guard offset < bytes.count else { return }
        bytes[offset] ^= 1 << bit
      }
    case .truncation(let part, let length):
      return try Self.edit(path + part.rawValue) { $0 = $0.prefix(length) }
    case .zeroPage(let part, let page):
      return try Self.edit(path + part.rawValue) { bytes in
        bytes.resetBytes(in: page * 4_096..<max(page * 4_096, min(bytes.count, (page + 1) * 4_096)))
      }
    case .exchange(let part, let page, let other):
      return try Self.edit(path + part.rawValue) { bytes in
        guard max(page, other) < bytes.count / 4_096 else { return }
        let (first, second) = (page * 4_096, other * 4_096)
        let copy = Data(bytes[first..<first + 4_096])
        bytes.replaceSubrange(first..<first + 4_096, with: Data(bytes[second..<second + 4_096]))
        bytes.replaceSubrange(second..<second + 4_096, with: copy)
      }
    }
  }

  private static func edit(_ path: String, _ body: (inout Data) -> Void) throws -> Bool {
    guard var bytes = FileManager.default.contents(atPath: path) else { return false }
    let before = bytes
    body(&bytes)
    try bytes.write(to: URL(fileURLWithPath: path))
    return bytes != before
  }

  /// Runs a statement, and leaves what it writes in the log if the file has one.
  private static func run(_ sql: String, at path: String, isOpen: Bool) throws -> Bool {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    // The last connection moves the log into the file when it closes, so it closes a copy.
    let copy = isOpen ? path + ".copy" : path
    if isOpen { try CorruptionSample.copy(path, to: copy) }
    let queue = try DatabaseQueue(path: copy, configuration: configuration)
    defer { try? queue.close() }
    do {
      try queue.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA ignore_check_constraints = ON")
        try $0.execute(sql: sql)
      }
      if isOpen { try CorruptionSample.copy(copy, to: path) }
      return true
    } catch is DatabaseError {
      return false
    }
  }
}
