public import RosterCore
public import RosterGeometry

/// The generated output of an item, header or footer.
public struct GeneratedOutput<Output: Sendable>: Sendable {
  /// The item, header or footer.
  public let tree: TreeID
  /// Where it stands in the target of the batch, or in the snapshot that was read.
  public let targetPlace: TreePlace
  /// The output; `nil` if the section has no such header or footer, or no longer has it.
  public let output: Output?
  /// Its size; `nil` if there is no output, or it is not laid out.
  public let size: Size?

  package init(tree: TreeID, targetPlace: TreePlace, output: Output?, size: Size?) {
    self.tree = tree
    self.targetPlace = targetPlace
    self.output = output
    self.size = size
  }

  /// Returns the same output at another place.
  func with(_ place: TreePlace) -> Self {
    Self(tree: tree, targetPlace: place, output: output, size: size)
  }

  /// The output as that of an item; `nil` for a header or footer.
  public var item: Item? {
    guard let id = tree.item, let path = targetPlace.path, let output else { return nil }
    return Item(id: id, targetPath: path, output: output)
  }
}

extension GeneratedOutput {
  /// The generated output of an item.
  public struct Item: Sendable {
    /// The item.
    public let id: ItemID
    /// Where the item stands in the target of the batch, or in the snapshot that was read.
    public let targetPath: ItemPath
    /// The output.
    public let output: Output

    /// The tree of the item.
    public var tree: TreeID { .item(id) }
  }

  /// The generated output of the header or footer of a section.
  public struct Supplement: Sendable {
    /// The section, and whether it is the header or the footer.
    public let id: SupplementID
    /// Where the section stands in the target of the batch, or in the snapshot that was read.
    public let targetSection: Int
    /// The output; `nil` if the section has none, or no longer has one.
    public let output: Output?
    /// Its size; `nil` if the section has none, or it is not laid out.
    public let size: Size?
    /// Its size before the batch; `nil` if the section had none, or it was not laid out. With a
    /// working range, the size that was last published; `nil` also if only an estimate was known.
    public let formerSize: Size?

    /// The tree of the header or footer.
    public var tree: TreeID { .supplement(id) }

    /// Whether its size changed in the batch.
    public var isResized: Bool { size != formerSize }

    /// - Parameter change: The change of its size; `nil` if the size did not change.
    init?(_ output: GeneratedOutput<Output>, _ change: ChangedSize?) {
      guard let id = output.tree.supplement else { return nil }
      self.id = id
      targetSection = output.targetPlace.section
      self.output = output.output
      size = output.size
      formerSize = change.map(\.from) ?? output.size
    }
  }
}

/// The size of an item, header or footer that was inserted or resized.
public struct ChangedSize: Hashable, Sendable {
  /// The item, header or footer.
  public let tree: TreeID
  /// Where it stands in the target of the batch, or in the list.
  public let targetPlace: TreePlace
  /// Its former size; `nil` if it is new, had no layout, or, with a working range, was estimated.
  public let from: Size?
  /// Its new size; `nil` if it no longer has a layout, or if the section no longer has the header
  /// or footer.
  public let to: Size?

  /// Makes a changed size; `nil` if the size did not change.
  package init?(_ tree: TreeID, at place: TreePlace, from: Size?, to: Size?) {
    if from == to { return nil }
    self.tree = tree
    targetPlace = place
    self.from = from
    self.to = to
  }
}
