internal import RosterCore
public import RosterEngine
public import RosterJSON

extension ListSnapshot where Model == JSONValue, SectionModel == JSONValue {
  /// The fingerprint of the list's models.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(*n*). The memory in use does not grow with the list.
  public func fingerprint() throws -> String {
    var fingerprint = Fingerprint()
    for (section, model) in try sectionModels().enumerated() {
      fingerprint.addSection(model: model)
      try forEachModel(inSection: section) { fingerprint.addItem(model: $0) }
    }
    return fingerprint.hex
  }

  /// Visits the models of a section in portions.
  public func forEachModel(
    inSection section: Int, _ range: Range<Int> = 0..<Int.max, _ visit: (JSONValue) throws -> Void
  ) throws {
    let range = range.clamped(to: 0..<state.itemCount(inSection: section))
    for start in stride(from: range.lowerBound, to: range.upperBound, by: 1_024) {
      let end = min(start + 1_024, range.upperBound)
      for model in try models(inSection: section, start..<end) { try visit(model) }
    }
  }
}
