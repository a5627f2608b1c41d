/// A change of a list: what is updated, removed, moved and inserted, of items and of sections.
///
/// A changeset turns a *source* list into a *target* list. It is a mapping, not a script: there is
/// no order among its parts, and the order in which a builder is called does not matter.
///
/// | part | its elements | index space |
/// |---|---|---|
/// | ``updatedItems`` | `path`, `model` | source |
/// | ``removedItems`` | paths | source |
/// | ``movedItems`` | `source`, `target` | source → target |
/// | ``insertedItems`` | `path`, `model` | target |
/// | ``updatedSections`` | `index`, `model` | source |
/// | ``removedSections`` | indexes | source |
/// | ``movedSections`` | `source`, `target` | source → target |
/// | ``insertedSections`` | `index`, `model` | target |
///
/// Surviving sections and items keep their source order and fill the target slots that arrivals
/// (insertions and move targets) leave free:
///
///     source  A B C D      remove 1, insert X at 0
///     target  X A C D
///
/// A changeset knows nothing of a list. Every list verifies a changeset before it applies anything;
/// ``ChangesetError`` states the rules.
public struct Changeset<Model: Sendable, SectionModel: Sendable>: Sendable {
  fileprivate struct Contents: Sendable {
    var outline = ChangesetOutline()
    var updatedModels: [Model] = []
    var insertedModels: [Model] = []
    var updatedSectionModels: [SectionModel?] = []
    var insertedSectionModels: [SectionModel?] = []
  }

  private var contents: SharedValue<Contents>

  /// The changeset without its models.
  public internal(set) var outline: ChangesetOutline {
    _read { yield contents.value.outline }
    _modify { yield &contents.value.outline }
  }

  /// The new models of ``updatedItems``, in the same order.
  public internal(set) var updatedModels: [Model] {
    _read { yield contents.value.updatedModels }
    _modify { yield &contents.value.updatedModels }
  }

  /// The models of ``insertedItems``, in the same order.
  public internal(set) var insertedModels: [Model] {
    _read { yield contents.value.insertedModels }
    _modify { yield &contents.value.insertedModels }
  }

  /// The new models of ``updatedSections``, in the same order.
  public internal(set) var updatedSectionModels: [SectionModel?] {
    _read { yield contents.value.updatedSectionModels }
    _modify { yield &contents.value.updatedSectionModels }
  }

  /// The models of ``insertedSections``, in the same order.
  public internal(set) var insertedSectionModels: [SectionModel?] {
    _read { yield contents.value.insertedSectionModels }
    _modify { yield &contents.value.insertedSectionModels }
  }

  /// Makes the changeset that changes nothing.
  public init() { contents = SharedValue(Contents()) }

  /// Makes a changeset with a builder.
  ///
  ///     let changeset = Changeset<String, String> {
  ///       $0.insertSection(at: 0, "Inbox")
  ///       $0.insertItems(["Hello", "World"], at: ItemPath(section: 0, item: 0))
  ///     }
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes, O(*k*) if each part is given in ascending order.
  @inlinable
  public init(_ build: (inout Builder) throws -> Void) rethrows {
    var builder = Builder()
    try build(&builder)
    self = builder.changeset()
  }

  /// Makes a changeset of parts that are in order, with as many models as paths.
  @usableFromInline
  init(
    outline: ChangesetOutline, updatedModels: [Model], insertedModels: [Model],
    updatedSectionModels: [SectionModel?], insertedSectionModels: [SectionModel?]
  ) {
    contents = SharedValue(
      Contents(
        outline: outline, updatedModels: updatedModels, insertedModels: insertedModels,
        updatedSectionModels: updatedSectionModels, insertedSectionModels: insertedSectionModels))
  }

  /// Whether the changeset changes nothing.
  public var isEmpty: Bool { outline.isEmpty }

  /// The number of changes in all parts together.
  public var changeCount: Int { outline.changeCount }
}

extension Changeset: Equatable where Model: Equatable, SectionModel: Equatable {}
extension Changeset: Hashable where Model: Hashable, SectionModel: Hashable {}
extension Changeset.Contents: Equatable where Model: Equatable, SectionModel: Equatable {}
extension Changeset.Contents: Hashable where Model: Hashable, SectionModel: Hashable {}
