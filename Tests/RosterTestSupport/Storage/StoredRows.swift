package import RosterCore

extension ListStorage {
  /// The models of a list, section by section, read as they were at the revision of a state.
  ///
  /// - Throws: If a model is missing or no text.
  package func rows(of state: ListState) throws -> ListRows<String, String> {
    let sections = try models(of: state.sectionIDs, at: state.revision).map(Self.text)
    return ListRows(
      try sections.enumerated().map { index, model in
        let items = try models(of: state.itemIDs(inSection: index), at: state.revision)
        return .init(model: model, items: try items.map { try Self.text($0) ?? "no model" })
      })
  }

  private static func text(_ value: StoredValue?) throws -> String? {
    switch value {
    case .text(let text): return text
    case .null: return nil
    case .blob: throw StorageError(.undecodable, "a model is no text")
    case nil: throw StorageError(.corrupt, "a model is missing")
    }
  }
}
