package import RosterJSON

// What stores know of derived lists: by which names they are found.

extension JournalSubscriber {
  /// The name under which a derived list keeps the newest note of its own.
  package static var derived: String { "roster.derived" }

  /// The member of the user info of a revision in which a derived list notes what it shows.
  package static var derivedNote: String { "derived" }

  /// The member of what a note says of a source that has the number of the list in its store.
  package static var sourceNumber: String { "list" }

  /// The name under which a list keeps its journal for one that is derived from it.
  package static func derived(_ name: String) -> String { "derived \(name)" }

  /// The name of the derived list for which a list keeps its journal; `nil` if the subscriber is none.
  package var derivedName: String? {
    let prefix = Self.derived("")
    return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
  }
}

extension JournalStorage {
  /// Verifies that the list may be opened by what it has stored: a derived list has only keys.
  ///
  /// - Throws: `failed` if it is derived from another one.
  package func requireModels(ofListNamed name: String) throws(StorageError) {
    guard try subscribers().areOfDerivedList else { return }
    throw StorageError(
      .failed, "the list \(name.inQuotes) is derived from another one; open it with its definition")
  }
}

extension ChangeAnnotation {
  /// What a revision of a derived list shows, if it notes that: the name of each source, and its revision.
  package var derivedBases: [(source: String, basis: Revision)] {
    derivedSources.map { ($0.name, $0.basis) }
  }

  /// What a revision of a derived list shows, with the number of each source in its store; `nil` in notes of earlier
  /// releases and in copies.
  package var derivedSources: [(name: String, number: Int?, basis: Revision)] {
    guard let note = userInfo[JournalSubscriber.derivedNote] else { return [] }
    // One that shows a single list says so without an array.
    return (note["sources"]?.arrayValue ?? [note]).compactMap { source in
      // One that the list does not show any more has no basis.
      guard let name = source["source"]?.stringValue, let basis = source["basis"]?.intValue else {
        return nil
      }
      return (name, source[JournalSubscriber.sourceNumber]?.intValue, basis)
    }
  }
}

extension ChangeAnnotation {
  /// Returns the annotation with other revisions in its note.
  ///
  /// - Parameter bases: The revision that is shown of each source, in the order of ``derivedBases``.
  package func withDerivedBases(_ bases: [Revision]) -> Self {
    var rest = bases[...]
    var annotation = self
    annotation.userInfo = userInfo.mappingDerivedSources { source in
      guard source["source"]?.stringValue != nil, source["basis"]?.intValue != nil,
        let basis = rest.popFirst()
      else { return }
      source["basis"] = .integer(basis)
    }
    return annotation
  }
}

extension JSONObject {
  /// Returns the user info of a revision as a copy of the list has it, which may lie beside lists with other numbers: a
  /// note names its sources by their names alone.
  package var withoutSourceNumbers: Self {
    mappingDerivedSources { $0[JournalSubscriber.sourceNumber] = nil }
  }

  /// Returns the user info of a revision with a note that says something else of each source.
  fileprivate func mappingDerivedSources(_ edit: (inout JSONObject) -> Void) -> Self {
    let member = JournalSubscriber.derivedNote
    guard var note = self[member]?.objectValue, note["definition"] != nil else { return self }
    if let sources = note["sources"]?.arrayValue {
      note["sources"] = .array(
        sources.map { source in
          guard var object = source.objectValue else { return source }
          edit(&object)
          return .object(object)
        })
    } else {
      edit(&note)
    }
    var userInfo = self
    userInfo[member] = .object(note)
    return userInfo
  }
}

/// The lists that stand between a derived list and its source, by the ends of their names.
///
///     found            shows what "found (texts)" finds
///     found (texts)    the texts of all items, with their words
package enum ListBehind: String, CaseIterable, Sendable {
  /// The whole order of a limited list.
  case all = " (all)"
  /// The texts in which a list is searched.
  case texts = " (texts)"
  /// The texts in which a limited list is searched.
  case textsOfAll = " (all) (texts)"

  /// The name of the one behind a list.
  package func name(of list: String) -> String { list + rawValue }
}
