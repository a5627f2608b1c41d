import RosterCore
import RosterDerived
import RosterStore
import RosterTestSupport

/// What a file holds of a list of numbers, of another one, and of the two lists that are kept together with the first one.
struct TogetherContents: Hashable, Sendable, CustomStringConvertible {
  struct Item: Hashable, Sendable {
    let id: ItemID
    /// `nil` for an item of a derived list, which has its model in the source.
    var number: Int?
  }

  struct List: Hashable, Sendable {
    var revision: Revision = 0
    var items: [Item] = []
    /// The revision of the list below that it shows; `nil` if it shows none.
    var basis: Revision?
  }

  /// What each list holds that is there.
  private(set) var lists: [TogetherList: List] = [:]
  /// The revision of the numbers that the shown ones are of which the late ones are made; `nil` if there are none.
  private var lateRoot: Revision?

  /// A file without lists.
  init() {}

  /// A list that was made and has no revision.
  mutating func add(_ name: TogetherList) { lists[name] = List() }

  /// Reads a file, while nothing writes it.
  init(_ store: SQLiteStore) throws {
    var found: [TogetherList: SQLiteList] = [:]
    for name in TogetherList.allCases {
      guard let list = try store.list(named: name.rawValue, create: false) else { continue }
      found[name] = list
      let contents = try StoredContents(list)
      lists[name] = List(
        revision: contents.revision,
        items: contents.sections.flatMap(\.items).map { item in
          // What a derived list has in place of models are keys.
          Item(id: item.id, number: name.isDerived ? nil : Self.number(item.model))
        },
        basis: try Self.basis(of: list, at: contents.revision))
    }
    if let shown = found[.shown], let basis = lists[.late]?.basis {
      lateRoot = try Self.basis(of: shown, at: basis)
    }
  }

  /// Opens a file as a process would that starts again, and checks it.
  ///
  /// - Throws: A `BrokenPromise` if the check finds something.
  init(checking path: String) throws {
    let store = try SQLiteStore(path: path)
    var findings = try store.check().map(\.description)
    for name in TogetherList.allCases where name.isDerived {
      guard let list = try store.list(named: name.rawValue, create: false) else { continue }
      // Without the mark, readers take it for a list of models, and nothing is asked of its keys.
      if try list.storedRevision() > 0, try !list.subscribers().areOfDerivedList {
        findings.append("\(name) is not marked as derived")
      }
      findings += try DerivedReading.findings(in: list, named: name.rawValue) {
        try store.list(named: $0, create: false)
      }
    }
    guard findings.isEmpty else { throw BrokenPromise("check finds \(findings)") }
    try self.init(store)
    try store.close()
  }

  private static func number(_ model: StoredValue?) -> Int? {
    if case .text(let text)? = model { Int(text) } else { nil }
  }

  /// Returns which revision of its source a revision of a derived list shows, as that says itself.
  private static func basis(of list: SQLiteList, at revision: Revision) throws -> Revision? {
    guard revision > 0 else { return nil }
    return try list.journal(after: revision - 1, limit: 1).first?.annotation.derivedBases.first?
      .basis
  }

  // MARK: The promise

  /// Returns what is not as it must be: each list is what its definition makes of the one below, at the newest revision of
  /// that. `nil` if nothing is, and for lists that have no revision.
  ///
  /// - Parameters:
  ///   - lagMax: By how many revisions of the list below a list may be behind, if it was left behind. It is then what its
  ///     definition makes of an earlier revision.
  ///   - former: Returns the numbers at an earlier revision.
  func brokenPromise(
    lagMax: Int = 0, former: (Revision) -> [Item]? = { _ in nil }
  ) -> String? {
    for (name, root) in [(TogetherList.shown, lists[.shown]?.basis), (.late, lateRoot)] {
      guard let list = lists[name], list.revision > 0 else { continue }
      guard let below = name.below.flatMap({ lists[$0] }), let basis = list.basis, let root else {
        return "\(name) does not say what it shows"
      }
      guard (0...lagMax).contains(below.revision - basis) else {
        return "\(name) shows revision \(basis) of the list below, which is at \(below.revision)"
      }
      let isNewest = root == lists[.numbers]?.revision
      guard let numbers = isNewest ? lists[.numbers]?.items : former(root) else {
        return "\(name) shows revision \(root) of the numbers, which never was"
      }
      let (found, expected) = (list.items.map(\.id), name.items(of: numbers).map(\.id))
      guard found == expected else {
        return "\(name) has \(found), and its definition makes \(expected) of revision \(root)"
      }
    }
    return nil
  }

  var description: String {
    if lists.isEmpty { return "no list" }
    return TogetherList.allCases.compactMap { name in
      lists[name].map { list in
        "\(name) at revision \(list.revision)\(list.basis.map { " of \($0)" } ?? "")"
      }
    }.joined(separator: ", ")
  }
}

/// A list of the attacks on lists that are kept together with their source.
enum TogetherList: String, CaseIterable, Hashable, Sendable, CustomStringConvertible {
  /// The list that is written.
  case numbers
  /// A list that is changed in one transaction with the numbers now and then.
  case others
  /// The multiples of three among the numbers.
  case shown
  /// The odd ones of those, the largest first.
  case late

  var description: String { rawValue }

  /// The list that it is derived from; `nil` if it is not derived.
  var below: TogetherList? {
    switch self {
    case .numbers, .others: nil
    case .shown: .numbers
    case .late: .shown
    }
  }

  var isDerived: Bool { below != nil }

  /// Whether a number is in the list, if it is in the one below.
  func shows(_ number: Int) -> Bool {
    switch self {
    case .numbers, .others: true
    case .shown: number.isMultiple(of: 3)
    case .late: !number.isMultiple(of: 2)
    }
  }

  /// Returns what the definition makes of all numbers.
  func items(of numbers: [TogetherContents.Item]) -> [TogetherContents.Item] {
    guard let below else { return numbers }
    let items = below.items(of: numbers).filter { $0.number.map(shows) ?? false }
    guard self == .late else { return items }
    // Equal ones stand as they came.
    return items.sorted { ($0.number ?? 0, $1.id.rawValue) > ($1.number ?? 0, $0.id.rawValue) }
  }
}
