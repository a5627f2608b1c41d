import RosterCore
import RosterDerived
import RosterStore

/// Why a list is not to be changed where it is shown.
enum ChangedElsewhere {
  /// It shows other lists, which have these names.
  case lists(String)
  /// It shows a table of an application.
  case table(String)
  /// Its file may not be written.
  case file

  /// - Parameter deed: What would be done, as in `undo`.
  func refusal(of deed: String) -> String {
    switch self {
    case .lists(let names): "\(deed) in \(names), which this list shows"
    case .table(let name): "\(deed) in the table \(name.inQuotes), which this list shows"
    case .file: "no \(deed): the file may only be read"
    }
  }
}

extension OpenedDatabase {
  /// Returns where what a list shows is changed; `nil` if the list itself is changed.
  func changedElsewhere(listNamed name: String) throws -> ChangedElsewhere? {
    if let table = try file?.shownTables().first(where: { $0.list == name }) {
      return .table(table.table)
    }
    return try derivation(ofListNamed: name).map { .lists($0.sourceNames) }
  }
}
