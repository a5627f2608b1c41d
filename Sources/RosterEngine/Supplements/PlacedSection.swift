internal import RosterCore

/// A section that a change inserts or updates.
struct PlacedSection<SectionModel: Sendable>: Sendable {
  var id: SectionID
  /// Where it stands after the change.
  var index: Int
  /// The new model; a section without one has neither header nor footer.
  var model: SectionModel?
  var isNew: Bool
}

extension Changeset {
  /// The inserted sections, and the updated ones that live on, ascending by index.
  ///
  /// - Parameters:
  ///   - proof: That the changeset is valid.
  ///   - identities: Whom it touches.
  func placedSections(
    _ proof: VerifiedOutline, _ identities: ChangeIdentities
  ) -> [PlacedSection<SectionModel>] {
    var sections = identities.insertedSections.indices.map { place in
      PlacedSection(
        id: identities.insertedSections[place], index: outline.insertedSections[place],
        model: insertedSectionModels[place], isNew: true)
    }
    for (place, source) in outline.updatedSections.enumerated() {
      guard let index = proof.targetSection(forSource: source) else { continue }
      sections.append(
        PlacedSection(
          id: identities.updatedSections[place], index: index,
          model: updatedSectionModels[place], isNew: false))
    }
    return sections.sorted { $0.index < $1.index }
  }
}
