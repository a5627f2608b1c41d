internal import RosterCore
internal import RosterJSON
internal import RosterRows

/// What a derived list keeps in the user info of a revision: what it shows from there on.
struct DerivedNote: Equatable {
  /// The name of the source.
  var source: String
  /// The revision of the source that the list shows.
  var basis: Revision
  /// The text of the definition.
  var definition: String
  /// The items that stayed where they were, whatever the source did.
  var held: Set<ItemID> = []

  /// Whether the list has the sections of its source.
  var hasSourceSections: Bool { DefinitionText(definition).hasSourceSections }

  private static var member: String { JournalSubscriber.derivedNote }

  init(source: String, basis: Revision, definition: String, held: Set<ItemID>) {
    self.source = source
    self.basis = basis
    self.definition = definition
    self.held = held
  }

  /// Returns the note of a revision; `nil` if it has none, as one that only writes states.
  init?(_ annotation: ChangeAnnotation) {
    guard let (source, basis) = annotation.derivedBasis,
      let note = annotation.userInfo[Self.member],
      let definition = note["definition"]?.stringValue
    else { return nil }
    let held = (note["held"]?.arrayValue ?? []).compactMap(\.intValue).map(ItemID.init)
    self.init(source: source, basis: basis, definition: definition, held: Set(held))
  }

  /// The annotation of a revision with the note.
  var annotation: ChangeAnnotation {
    var note: JSONObject = [
      "source": .string(source), "basis": .integer(basis), "definition": .string(definition),
    ]
    if !held.isEmpty { note["held"] = .array(held.sorted().map { .integer($0.rawValue) }) }
    return ChangeAnnotation(
      origin: "derived from \(source)", userInfo: [Self.member: .object(note)], undo: .none)
  }
}
