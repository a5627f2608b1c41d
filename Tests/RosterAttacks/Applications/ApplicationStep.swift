import RosterTestKit

/// What an application does with its database, which has rows, the list that shows their table, and a list of its own.
enum ApplicationStep: Hashable, Sendable, CustomStringConvertible {
  /// Opens the database, and makes the table if it is missing.
  case open
  /// Makes the tables of lists, if they are missing.
  case install
  /// Opens the list of the table, which takes up what is noted.
  case openTable
  /// Opens the list of its own.
  case openOrder
  /// Writes rows and the list of its own in one transaction, which brings the list of the table up to date.
  case write([String])
  /// Writes the same in two transactions, which an attack must find.
  case writeApart([String])
  /// Writes rows by a connection that knows of no list.
  case writeRows([String])
  /// Writes rows in a transaction that removes the triggers first, so that none is noted.
  case writeWithoutNotes([String])
  /// Brings the list of the table up to date.
  case follow
  /// Closes the list of the table, so that what is noted stays until it is opened again.
  case closeTable
  /// Closes the lists, and removes their tables.
  case uninstall
  case close

  var description: String {
    switch self {
    case .open: "open"
    case .install: "install"
    case .openTable: "open the table"
    case .openOrder: "open the list"
    case .write(let statements): "write \(statements)"
    case .writeApart(let statements): "write in two transactions \(statements)"
    case .writeRows(let statements): "write rows \(statements)"
    case .writeWithoutNotes(let statements): "write rows without triggers \(statements)"
    case .follow: "follow"
    case .closeTable: "close the table"
    case .uninstall: "uninstall"
    case .close: "close"
    }
  }

  /// Everything that is open while an application works.
  static let opening: [ApplicationStep] = [.open, .install, .openTable, .openOrder]

  // MARK: Workloads

  /// Writes of rows and lists, with a restart in between.
  static func writes(seed: UInt64) -> [ApplicationStep] {
    var statements = Statements(seed)
    let writes = (0..<16).map { _ in ApplicationStep.write(statements.next()) }
    return opening + writes.prefix(8) + [.close] + opening + writes.dropFirst(8) + [.close]
  }

  /// Writes of rows, and then of lists.
  static func writesApart(seed: UInt64) -> [ApplicationStep] {
    var statements = Statements(seed)
    return opening + (0..<8).map { _ in .writeApart(statements.next()) } + [.close]
  }

  /// Writes of rows that are noted, and taken up behind each or at the next opening.
  static func notes(seed: UInt64) -> [ApplicationStep] {
    var statements = Statements(seed)
    var steps = opening
    for _ in 0..<5 {
      for _ in 0..<2 { steps += [.writeRows(statements.next()), .follow] }
      steps += [.closeTable, .writeRows(statements.next()), .writeRows(statements.next())]
      steps += [.openTable, .write(statements.next())]
    }
    return steps + [.close]
  }

  /// The tables of lists and the triggers are made, made again behind migrations, and removed.
  static func installations(seed: UInt64) -> [ApplicationStep] {
    var statements = Statements(seed)
    var steps: [ApplicationStep] = []
    for _ in 0..<2 {
      steps += opening + [.write(statements.next())]
      for _ in 0..<3 { steps += [.writeRows([statements.migration()]), .follow] }
      steps += [.write(statements.next()), .writeWithoutNotes(statements.next()), .follow]
      steps += [.uninstall, .writeRows(statements.next()), .close]
    }
    return steps
  }

  /// Some of everything.
  static func mixture(seed: UInt64) -> [ApplicationStep] {
    var statements = Statements(seed)
    var steps = opening
    steps += [.write(statements.next()), .writeRows(statements.next()), .follow]
    steps += [.closeTable, .writeRows(statements.next()), .openTable, .write(statements.next())]
    steps += [.writeRows([statements.migration()]), .follow]
    steps += [.writeWithoutNotes(statements.next()), .follow, .close]
    steps += opening + [.write(statements.next()), .uninstall]
    steps += [.writeRows(statements.next()), .close]
    return steps + opening + [.write(statements.next()), .close]
  }

  /// What is open before a step of some.
  static func opened(before index: Int, of steps: [ApplicationStep]) -> [ApplicationStep] {
    var opened: [ApplicationStep] = []
    for step in steps[..<index] {
      switch step {
      case .open, .install, .openTable, .openOrder: opened.append(step)
      case .closeTable: opened.removeAll { $0 == .openTable }
      case .uninstall: opened = [.open]
      case .close: opened = []
      case .write, .writeApart, .writeRows, .writeWithoutNotes, .follow: break
      }
    }
    return opened
  }

  /// Random statements that take no transaction back: what is counted in it would be missing.
  private struct Statements {
    private var statements: TableStatements

    init(_ seed: UInt64) {
      statements = TableStatements(random: SplitMix64(seed: seed), leavesOutUpdateOr: false)
    }

    mutating func next() -> [String] {
      (0...statements.random.index(below: 4)).map { _ in
        while true {
          let sql = statements.change()
          if !sql.contains("OR ROLLBACK") { return sql }
        }
      }
    }

    mutating func migration() -> String { statements.migration() }
  }
}
