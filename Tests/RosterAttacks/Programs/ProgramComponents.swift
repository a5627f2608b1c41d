import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterLayout
import RosterTestKit
import RosterTestSupport

/// A list of a program: rows with counters, and headers and footers with one each.
typealias ProgramList = ComponentList<JSONValue, JSONValue, Never>

/// A number that remembers what was added to it.
struct ProgramCounter: ComponentState {
  var count = 0
}

/// The row of an item: a counter, and another one in it.
struct ProgramEntry: Component {
  typealias State = ProgramCounter
  static let typeName = "Entry"

  let model: JSONValue

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("entry") { ProgramPart() }
      .attribute("text", .string(model.canonicalText))
      .attribute("count", .number(Double(scope.state.count)))
      .width(.points(20)).height(.points(Double(1 + model.canonicalText.utf8.count % 7)))
      .on(.tap, scope.edit("add") { (state, number: Int) in state.count += number })
  }
}

/// What every row holds.
struct ProgramPart: Component, Equatable {
  typealias State = ProgramCounter
  static let typeName = "Part"

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("part")
      .attribute("count", .number(Double(scope.state.count)))
      .on(.tap, scope.edit("add") { (state, number: Int) in state.count += number })
  }
}

/// The header or footer of a section.
struct ProgramTitle: Component {
  typealias State = ProgramCounter
  static let typeName = "Title"

  let model: JSONValue

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("title")
      .attribute("text", .string(model.canonicalText))
      .attribute("count", .number(Double(scope.state.count)))
      .width(.points(20)).height(.points(2))
      .on(.tap, scope.edit("add") { (state, number: Int) in state.count += number })
  }
}

extension ScopePath {
  static let programEntry = ScopePath([ScopeKey(typeName: ProgramEntry.typeName)])
  static let programPart = programEntry.appending(ScopeKey(typeName: ProgramPart.typeName))
  static let programTitle = ScopePath([ScopeKey(typeName: ProgramTitle.typeName)])
}

extension StoredState {
  /// A counter as a component stores it.
  static func programCounter(_ count: Int) -> StoredState {
    StoredState(value: .text("{\"count\":\(count)}"))
  }

  /// The counter that this is; `nil` if it is none.
  var programCount: Int? {
    guard case .text(let text) = value, typeVersion == 1, text.hasPrefix("{\"count\":") else {
      return nil
    }
    return Int(text.dropFirst(9).dropLast())
  }
}

extension ProgramPlace {
  var isSupplement: Bool {
    switch self {
    case .header, .footer: true
    case .entry, .part, .missing: false
    }
  }

  /// The scope of the counter.
  var scope: ScopePath {
    switch self {
    case .entry, .missing: .programEntry
    case .part: .programPart
    case .header, .footer: .programTitle
    }
  }

  /// Which counter that is in a list, `nil` if there is none.
  func address(in contents: ListModel.Contents) -> StateAddress? {
    switch self {
    case .entry(let number), .part(let number):
      let items = contents.itemIDs.flatMap { $0 }
      guard !items.isEmpty else { return nil }
      return StateAddress(item: ItemID(rawValue: items[number % items.count]), scope: scope)
    case .header(let number), .footer(let number):
      let sections = contents.sections.filter { $0.model != nil }
      guard !sections.isEmpty else { return nil }
      let section = SectionID(rawValue: sections[number % sections.count].id)
      return StateAddress(
        supplement: SupplementID(kind, of: section), scope: scope)
    case .missing: return nil
    }
  }

  private var kind: SupplementKind { if case .footer = self { .footer } else { .header } }

  /// Names the tree by where it stands, or by its id if that is odd; one that is not there if there
  /// are none.
  func tree(in contents: ListModel.Contents) -> TreeReference {
    isSupplement ? .supplement(supplement(in: contents)) : .item(item(in: contents))
  }

  private func item(in contents: ListModel.Contents) -> ItemReference {
    guard let id = address(in: contents)?.tree.item else { return .id(ItemID(rawValue: 1 << 40)) }
    guard id.rawValue.isMultiple(of: 2), let path = contents.path(of: id) else { return .id(id) }
    return .path(path)
  }

  private func supplement(in contents: ListModel.Contents) -> SupplementReference {
    guard let id = address(in: contents)?.tree.supplement,
      let index = contents.sectionIDs.firstIndex(of: id.section.rawValue)
    else { return SupplementReference(kind, of: .index(contents.sections.count)) }
    return id.section.rawValue.isMultiple(of: 2)
      ? SupplementReference(kind, of: .index(index)) : SupplementReference(id)
  }
}

extension NaiveList {
  /// Where an item stands.
  func path(of id: ItemID) -> ItemPath? {
    for (section, ids) in itemIDs.enumerated() {
      if let item = ids.firstIndex(of: id.rawValue) {
        return ItemPath(section: section, item: item)
      }
    }
    return nil
  }
}
