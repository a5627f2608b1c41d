internal import Dispatch
public import RosterCore

/// What a generator is told beside the model.
public struct GenerationContext: Sendable {
  /// The item that the output is for.
  public let id: ItemID
  /// Where the item stands in the target of its batch.
  public let targetPath: ItemPath
}

/// Makes outputs on all cores, in the order of the items.
struct OutputGenerator<Model: Sendable, Output: Sendable>: Sendable {
  /// One output to make.
  struct Request: Sendable {
    var model: Model
    var context: GenerationContext

    func made(
      by generate: (Model, GenerationContext) -> Output
    ) -> GeneratedItem<Output> {
      GeneratedItem(
        id: context.id, targetPath: context.targetPath, output: generate(model, context))
    }
  }

  /// `nil` if nothing is to be generated.
  let generate: (@Sendable (Model, GenerationContext) -> Output)?
  /// How many parts the work is cut into; several for each core, since items differ.
  let partCountMax: Int

  func outputs(for requests: [Request]) -> [GeneratedItem<Output>] {
    guard let generate else { return [] }
    let partCount = min(partCountMax, requests.count / Self.partSizeMin)
    guard partCount > 1 else { return requests.map { $0.made(by: generate) } }
    let parts = Guarded([[GeneratedItem<Output>]](repeating: [], count: partCount))
    DispatchQueue.concurrentPerform(iterations: partCount) { part in
      let start = requests.count * part / partCount
      let end = requests.count * (part + 1) / partCount
      let made = requests[start..<end].map { $0.made(by: generate) }
      parts.withLock { $0[part] = made }
    }
    return parts.withLock { $0.flatMap { $0 } }
  }


  /// Fewer items are not worth another thread.
  private static var partSizeMin: Int { 2 }
}

extension OutputGenerator {
  /// The items of a batch that something is generated for: inserted and updated ones, ascending by
  /// path; none if nothing is generated.
  func requests<SectionModel>(
    for batch: ChangeBatch<Model, SectionModel>, _ identities: ChangeIdentities
  ) -> [Request] {
    guard generate != nil else { return [] }
    let changeset = batch.changeset
    var requests: [Request] = []
    for (index, path) in changeset.outline.insertedItems.enumerated() {
      let context = GenerationContext(id: identities.insertedItems[index], targetPath: path)
      requests.append(Request(model: changeset.insertedModels[index], context: context))
    }
    guard !changeset.outline.updatedItems.isEmpty else { return requests }
    for (index, source) in changeset.outline.updatedItems.enumerated() {
      guard let path = batch.verified.proof.targetPath(forSource: source) else { continue }
      let context = GenerationContext(id: identities.updatedItems[index], targetPath: path)
      requests.append(Request(model: changeset.updatedModels[index], context: context))
    }
    return requests.sorted { $0.context.targetPath < $1.context.targetPath }
  }
}
