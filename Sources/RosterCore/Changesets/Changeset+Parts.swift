/// The parts of a changeset, under the names that they have in a changeset log.
extension Changeset {
  /// The items that get a new model, by ascending source path.
  ///
  ///     source  a b c      update [0, 1] to B, insert x at [0, 0]
  ///     target  x a B c    updatedItems: path [0, 1], model B
  ///
  /// The paths of updates are read in source space: the item is updated at [0, 1] and stands at
  /// [0, 2] in the target. ``ChangeBatch/targetPath(forSource:)`` leads from one to the other.
  ///
  /// - Complexity: O(1), and O(1) for each element that is read.
  @inlinable
  public var updatedItems: Part<(path: ItemPath, model: Model)> {
    Part(count: updatedModels.count) { (outline.updatedItems[$0], updatedModels[$0]) }
  }

  /// The source paths of the removed items, ascending. An item of a removed section is listed only
  /// if the changeset also names the item.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var removedItems: [ItemPath] { outline.removedItems }

  /// The moved items, each with its path in the source and in the target, by ascending source path.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var movedItems: [ItemMove] { outline.movedItems }

  /// The new items, by ascending target path.
  ///
  ///     source  a b c      remove [0, 0], insert x at [0, 2]
  ///     target  b c x      insertedItems: path [0, 2], model x
  ///
  /// The paths of insertions are read in target space: x stands at [0, 2] after the removal.
  ///
  /// - Complexity: O(1), and O(1) for each element that is read.
  @inlinable
  public var insertedItems: Part<(path: ItemPath, model: Model)> {
    Part(count: insertedModels.count) { (outline.insertedItems[$0], insertedModels[$0]) }
  }

  /// The sections that get a new section model, by ascending index in the source. The model is
  /// `nil` if the section has none from then on.
  ///
  /// - Complexity: O(1), and O(1) for each element that is read.
  @inlinable
  public var updatedSections: Part<(index: Int, model: SectionModel?)> {
    Part(count: updatedSectionModels.count) {
      (outline.updatedSections[$0], updatedSectionModels[$0])
    }
  }

  /// The indexes of the removed sections in the source, ascending.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var removedSections: [Int] { outline.removedSections }

  /// The moved sections, each with its index in the source and in the target, by ascending index in
  /// the source.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var movedSections: [SectionMove] { outline.movedSections }

  /// The new sections, by ascending index in the target. The model is `nil` if the section has none.
  ///
  /// The items of a new section are in ``insertedItems`` and ``movedItems``.
  ///
  /// - Complexity: O(1), and O(1) for each element that is read.
  @inlinable
  public var insertedSections: Part<(index: Int, model: SectionModel?)> {
    Part(count: insertedSectionModels.count) {
      (outline.insertedSections[$0], insertedSectionModels[$0])
    }
  }

  /// The elements of a part that has models: what is updated or inserted.
  ///
  /// Each element is a place and the model for it. The place of an item is its `path`, the place of
  /// a section its `index`:
  ///
  ///     for insertion in changeset.insertedItems { print(insertion.path, insertion.model) }
  ///     for (index, model) in changeset.updatedSections { print(index, model ?? "untitled") }
  ///
  /// Elements are made when they are read. A part shares the storage of its changeset and copies no
  /// models.
  public struct Part<Element>: RandomAccessCollection, Sendable {
    @usableFromInline let element: @Sendable (Int) -> Element

    /// The number of elements.
    public let endIndex: Int

    @inlinable
    init(count: Int, element: @escaping @Sendable (Int) -> Element) {
      endIndex = count
      self.element = element
    }

    /// Always 0.
    @inlinable
    public var startIndex: Int { 0 }

    /// The element at a position, which counts from 0 and is no place in a list.
    ///
    /// - Complexity: O(1).
    @inlinable
    public subscript(position: Int) -> Element { element(position) }
  }
}

extension Changeset.Part: CustomStringConvertible {
  /// The elements as an array describes them: "[(path: [0, 1], model: "b")]".
  public var description: String { Array(self).description }
}
