internal import RosterCore

extension ComponentGenerator {
  func currentOutputs(
    of items: () throws(StorageError) -> PlacedItems
  ) throws(StorageError) -> [GeneratedItem<Output>] {
    let visit = trees.withLock { $0.beginVisit() }
    defer { trees.withLock { $0.endVisit() } }
    let items = try items()
    var outputs = trees.withLock { trees in
      items.ids.map { trees.item($0)?.tree }
    }
    let missing = outputs.indices.filter { outputs[$0] == nil }
    if !missing.isEmpty {
      let ids = missing.map { items.ids[$0] }
      let models = try models.models(of: ids, at: items.revision)
      let requests = ids.requests(at: missing.map { items.paths[$0] }, models: models)
      let built = try build(requests, at: items.revision)
      trees.withLock { trees in
        for (index, item) in zip(missing, built) {
          outputs[index] = trees.add(item, of: items.ids[index], visit).tree
        }
      }
    }
    return zip(items.ids.indices, outputs).compactMap { index, output in
      output.map {
        GeneratedItem(id: items.ids[index], targetPath: items.paths[index], output: $0)
      }
    }
  }
}
