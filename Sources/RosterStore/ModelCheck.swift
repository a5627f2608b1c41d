internal import RosterCore
internal import RosterRows

/// Checks the models of the items of a list, or of its sections, within a transaction: first the
/// rows, then what each entry of the journal says about them.
///
/// A row names the revision that wrote a model and the one that ended it. The journal names the
/// items that each revision wrote and ended. The check sums up both by revision, so it finds a
/// model with a wrong revision without keeping all rows in memory.
struct ModelCheck {
  private let table: ValueTable
  private let rules: ModelRules
  private let keys: RowKey
  /// The items or sections whose models a revision wrote and ended, as the journal names them.
  private let named: (ChangeIdentities) -> (written: [Int], ended: [Int])
  /// Returns whether the codec of the list can have written a model.
  private let isReadable: ((StoredValue) -> Bool)?
  private var tallies: [Revision: Tally] = [:]

  /// The models that a revision wrote and ended: a sum over the numbers of their items or sections.
  private struct Tally: Equatable {
    var written = 0
    var ended = 0
  }

  private init(
    _ table: ValueTable, _ rules: ModelRules, _ keys: RowKey,
    _ isReadable: ((StoredValue) -> Bool)?,
    _ named: @escaping (ChangeIdentities) -> (written: [Int], ended: [Int])
  ) {
    self.table = table
    self.rules = rules
    self.keys = keys
    self.isReadable = isReadable
    self.named = named
  }

  /// Makes a check for the models of items.
  static func ofItems(
    _ keys: RowKey, _ isReadable: ((StoredValue) -> Bool)?
  ) -> ModelCheck {
    ModelCheck(.items, .ofItems, keys, isReadable) { identities in
      let updated = identities.updatedItems.map(\.rawValue)
      return (
        written: updated + identities.insertedItems.map(\.rawValue),
        ended: updated + identities.removedItems.map(\.id.rawValue)
      )
    }
  }

  /// Makes a check for the models of sections.
  static func ofSections(
    _ keys: RowKey, _ isReadable: ((StoredValue) -> Bool)?
  ) -> ModelCheck {
    ModelCheck(.sections, .ofSections, keys, isReadable) { identities in
      let updated = identities.updatedSections.map(\.rawValue)
      return (
        written: updated + identities.insertedSections.map(\.rawValue),
        ended: updated + identities.removedSections.map(\.rawValue)
      )
    }
  }

  // MARK: Rows

  /// Reads all rows, for each item or section in the order of revisions.
  ///
  /// - Parameters:
  ///   - oldest: The oldest revision that can be read.
  ///   - newest: The last revision.
  mutating func checkRows(
    _ database: ListConnection, oldest: Revision, newest: Revision, _ broken: inout BrokenRules
  ) throws {
    var previous: (number: Int, until: Revision)?
    try database.cachedPrepared(sql).forEachRow(keys.first, keys.last) { row in
      let number = keys.number(row.integer(0))
      let version = row.integer(1)
      let until = row.isNull(2) ? nil : row.integer(2)
      if version < 1 || version > newest { broken.note(rules.version, number) }
      if let until {
        if version >= until || until <= oldest || until > newest {
          broken.note(rules.history, number)
        }
        tallies[until, default: Tally()].ended &+= Self.mixed(number)
      }
      tallies[version, default: Tally()].written &+= Self.mixed(number)
      if let previous, previous.number == number, previous.until > version {
        broken.note(rules.twice, number)
      }
      if row.integer(3) == 0 || isReadable?(StoredValue(row, 4)) == false {
        broken.note(rules.type, number)
      }
      previous = (number: number, until: until ?? .max)
    }
  }

  private var sql: String {
    func select(_ name: String, _ key: String, _ until: String) -> String {
      """
      SELECT \(key) AS number, version, \(until) AS until,
        typeof(model) IN ('text', 'blob', 'null'), \(isReadable == nil ? "NULL" : "model")
      FROM \(name) WHERE \(key) BETWEEN ?1 AND ?2
      """
    }
    return """
      \(select(table.history, table.owner, "until")) UNION ALL
      \(select(table.name, table.key, "NULL")) ORDER BY number, until NULLS LAST
      """
  }

  private static func mixed(_ number: Int) -> Int {
    var mixer = WordMixer()
    mixer.add(number)
    return mixer.value
  }

  // MARK: Journal

  /// Compares an entry with the rows.
  mutating func check(_ entry: JournalEntry, _ broken: inout BrokenRules) {
    let (written, ended) = named(entry.record.identities)
    var tally = Tally()
    for number in written { tally.written &+= Self.mixed(number) }
    for number in ended { tally.ended &+= Self.mixed(number) }
    let found = tallies[entry.revision, default: Tally()]
    if found.written != tally.written { broken.note(rules.tally, entry.revision) }
    if found.ended != tally.ended { broken.noteEnd(rules.tally, entry.revision) }
  }
}

/// The rules for the models of items, or for those of sections.
private struct ModelRules {
  var version: CheckRule
  var history: CheckRule
  var twice: CheckRule
  var type: CheckRule
  var tally: CheckRule

  static let ofItems = ModelRules(
    version: .itemVersion, history: .itemHistory, twice: .itemModelTwice, type: .itemModelType,
    tally: .itemTally)
  static let ofSections = ModelRules(
    version: .sectionVersion, history: .sectionHistory, twice: .sectionModelTwice,
    type: .sectionModelType, tally: .sectionTally)
}
