public import RosterCore
public import RosterLayout

/// What was generated for an item, header or footer.
public struct GeneratedOutput<Output: Sendable>: Sendable {
  /// The item, header or footer.
  public let tree: TreeID
  /// Where it stands in the target of the batch, or in the snapshot that is read.
  public let targetPlace: TreePlace
  /// What was generated; `nil` if a section has no such header or footer, or none any more.
  public let output: Output?
  /// How large it is; `nil` if there is nothing, or it is not laid out.
  public let size: Size?

  /// The same at another place.
  func with(_ place: TreePlace) -> Self {
    Self(tree: tree, targetPlace: place, output: output, size: size)
  }

  /// The output of an item, `nil` if it is that of a header or footer.
  public var item: GeneratedItem<Output>? {
    guard let id = tree.item, let path = targetPlace.path, let output else { return nil }
    return GeneratedItem(id: id, targetPath: path, output: output)
  }
}

/// What was generated for an item.
public struct GeneratedItem<Output: Sendable>: Sendable {
  /// The item.
  public let id: ItemID
  /// Where it stands in the target of the batch, or in the snapshot that is read.
  public let targetPath: ItemPath
  /// What was generated.
  public let output: Output
}

/// What was generated for the header or footer of a section.
public struct GeneratedSupplement<Output: Sendable>: Sendable {
  /// The section, and whether it is the header or the footer.
  public let id: SupplementID
  /// Where the section stands in the target of the batch, or in the snapshot that is read.
  public let targetSection: Int
  /// What was generated; `nil` if the section has none, or none any more.
  public let output: Output?
  /// How large it is; `nil` if the section has none, or it is not laid out.
  public let size: Size?
  /// How large it was before the batch; `nil` if there was none, or it was not laid out. With a
  /// working range as it was last said, and `nil` also if only an estimate was known.
  public let formerSize: Size?

  /// Whether it has another size than before the batch.
  public var isResized: Bool { size != formerSize }

  /// - Parameter change: How its size has changed, `nil` if it has not.
  init?(_ output: GeneratedOutput<Output>, _ change: ChangedSize?) {
    guard let id = output.tree.supplement else { return nil }
    self.id = id
    targetSection = output.targetPlace.section
    self.output = output.output
    size = output.size
    formerSize = change.map(\.from) ?? output.size
  }
}
