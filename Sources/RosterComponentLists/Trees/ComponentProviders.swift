internal import RosterComponents
internal import RosterCore
internal import RosterEngine

/// Makes the components of items, and of the headers and footers that sections may have.
struct ComponentProviders<Model: Sendable, SectionModel: Sendable, Message: Sendable>: Sendable {
  typealias ItemProvider = @Sendable (Model, GenerationContext) -> Node<Message>
  typealias SupplementProvider = @Sendable (SectionModel, SectionContext) -> Node<Message>?

  var item: ItemProvider
  /// `nil` if no section has a header.
  var header: SupplementProvider?
  /// `nil` if no section has a footer.
  var footer: SupplementProvider?

  subscript(kind: SupplementKind) -> SupplementProvider? {
    switch kind {
    case .header: header
    case .footer: footer
    }
  }

  /// The kinds of supplements that sections may have, in order.
  var kinds: [SupplementKind] { SupplementKind.allCases.filter { self[$0] != nil } }

  /// Whether a tree may have components. Always `true` for an item.
  func makes(_ tree: TreeID) -> Bool { tree.supplement.map { self[$0.kind] != nil } ?? true }

  /// Returns the estimated lengths of what was never measured.
  func estimates(_ splitting: Viewport.Splitting) -> ExtentEstimates {
    ExtentEstimates(
      item: splitting.estimatedExtent,
      header: header == nil ? nil : splitting.estimatedHeaderExtent,
      footer: footer == nil ? nil : splitting.estimatedFooterExtent)
  }

  // MARK: Roots

  func root(of item: ItemID, _ model: Model) -> TreeRoot {
    { [provider = self.item] place in
      place.path.map { path in
        ErasedNode(erasing: provider(model, GenerationContext(id: item, targetPath: path)))
      }
    }
  }

  func root(of supplement: SupplementID, _ model: SectionModel?) -> TreeRoot {
    guard let provider = self[supplement.kind], let model else { return { _ in nil } }
    return { place in
      let context = SectionContext(id: supplement.section, targetSection: place.section)
      return provider(model, context).map { ErasedNode(erasing: $0) }
    }
  }

  /// Returns closures that make the components of trees from the models at a revision.
  func roots(
    of trees: [TreeID], at revision: Revision, _ models: ModelReader<Model, SectionModel>
  ) throws(StorageError) -> [TreeRoot] {
    let items = trees.compactMap(\.item)
    let sections = Set(trees.lazy.filter(makes).compactMap { $0.supplement?.section }).sorted()
    var itemModels = try models.models(of: items, at: revision).makeIterator()
    var sectionModels: [SectionID: SectionModel] = [:]
    if !sections.isEmpty {
      for (section, model) in zip(sections, try models.sectionModels(of: sections, at: revision)) {
        sectionModels[section] = model
      }
    }
    return trees.compactMap { tree in
      switch tree {
      case .item(let item): itemModels.next().map { root(of: item, $0) }
      case .supplement(let id): root(of: id, sectionModels[id.section])
      }
    }
  }

  /// Returns the trees to build for the models that a change brings, ascending by place: of items,
  /// and of headers and footers.
  func requests(
    for models: ChangedModels<Model, SectionModel>
  ) -> (items: [TreeRequest], supplements: [TreeRequest]) {
    let items = models.items.map { request in
      TreeRequest(
        id: .item(request.id), place: .item(request.targetPath), isNew: request.isNew,
        root: root(of: request.id, request.model))
    }
    let kinds = kinds
    let supplements = models.sections.flatMap { section in
      kinds.map { kind in
        let id = SupplementID(kind, of: section.id)
        return TreeRequest(
          id: .supplement(id), place: .supplement(kind, ofSection: section.index),
          isNew: section.isNew, root: root(of: id, section.model))
      }
    }
    return (items, supplements)
  }
}
