internal import RosterCore
internal import RosterJSON
internal import RosterRows

/// A list as a note names it.
struct NotedList: Equatable, Sendable {
  var name: String
  /// Its number, which no other list of the store is given, also if one takes the name of a list that was removed; `nil`
  /// in notes of earlier releases and in copies.
  var number: Int?

  /// Whether both are one list. Without a number, the name decides.
  func isSame(as other: Self) -> Bool {
    if let number, let otherNumber = other.number { return number == otherNumber }
    return name.utf8.elementsEqual(other.name.utf8)
  }
}

/// What a derived list keeps in the user info of a revision: what it shows from there on.
struct DerivedNote: Equatable {
  /// What the list shows of one of its sources.
  struct Source: Equatable {
    var list: NotedList
    /// The revision that it shows; `nil` if it does not show the source any more.
    var basis: Revision?
  }

  /// The source, or several ones by their slots.
  var sources: [Source]
  /// Whether the list shows several sources, so that the slots are in the identities of its items.
  var isOfSeveral: Bool
  /// The text of the definition.
  var definition: String
  /// The items that stayed where they were, whatever the source did.
  var held: Set<ItemID> = []

  /// Whether the list has the sections of its source.
  var hasSourceSections: Bool { DefinitionText(definition).hasSourceSections }

  private static var member: String { JournalSubscriber.derivedNote }

  init(sources: [Source], isOfSeveral: Bool, definition: String, held: Set<ItemID>) {
    self.sources = sources
    self.isOfSeveral = isOfSeveral
    self.definition = definition
    self.held = held
  }

  /// Returns the note of a revision; `nil` if it has none, as one that only writes states.
  init?(_ annotation: ChangeAnnotation) {
    guard !annotation.derivedBases.isEmpty, let note = annotation.userInfo[Self.member],
      let definition = note["definition"]?.stringValue
    else { return nil }
    let several = note["sources"]?.arrayValue
    let sources = (several ?? [note]).map { source in
      Source(
        list: NotedList(
          name: source["source"]?.stringValue ?? "",
          number: source[JournalSubscriber.sourceNumber]?.intValue),
        basis: source["basis"]?.intValue)
    }
    let held = (note["held"]?.arrayValue ?? []).compactMap(\.intValue).map(ItemID.init)
    self.init(
      sources: sources, isOfSeveral: several != nil, definition: definition, held: Set(held))
  }

  /// Returns the revision of a source that the list shows; `nil` if it does not show the source.
  func basis(of list: NotedList, slot: Int?) -> Revision? {
    let index = slot ?? 0
    guard isOfSeveral == (slot != nil), sources.indices.contains(index) else { return nil }
    return sources[index].list.isSame(as: list) ? sources[index].basis : nil
  }

  /// The sources that the list shows.
  var shown: [(list: NotedList, slot: Int?, basis: Revision)] {
    sources.enumerated().compactMap { index, source in
      source.basis.map { (source.list, isOfSeveral ? index : nil, $0) }
    }
  }

  /// Whether an item is one of a source that the list shows.
  func shows(_ item: ItemID) -> Bool {
    let index = isOfSeveral ? SourceSlot.split(item).slot : 0
    return sources.indices.contains(index) && sources[index].basis != nil
  }

  /// The name of the source that has an item of the list.
  func nameOfSource(of item: ItemID) -> String {
    let index = isOfSeveral ? SourceSlot.split(item).slot : 0
    return sources.indices.contains(index) ? sources[index].list.name : ""
  }

  /// The annotation of a revision with the note.
  var annotation: ChangeAnnotation {
    let objects = sources.map { source in
      var object: JSONObject = ["source": .string(source.list.name)]
      if let number = source.list.number {
        object[JournalSubscriber.sourceNumber] = .integer(number)
      }
      if let basis = source.basis { object["basis"] = .integer(basis) }
      return object
    }
    var note = isOfSeveral ? ["sources": .array(objects.map { .object($0) })] : objects[0]
    note["definition"] = .string(definition)
    let names = sources.lazy.filter { $0.basis != nil }.map(\.list.name)
    if !held.isEmpty { note["held"] = .array(held.sorted().map { .integer($0.rawValue) }) }
    return ChangeAnnotation(
      origin: "derived from \(names.joined(separator: ", "))",
      userInfo: [Self.member: .object(note)], undo: .none)
  }
}
