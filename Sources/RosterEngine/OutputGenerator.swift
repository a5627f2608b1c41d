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
  }

  let generate: @Sendable (Model, GenerationContext) -> Output
  /// How many parts the work is cut into; several for each core, since items differ.
  let partCountMax: Int

  func outputs(for requests: [Request]) -> [GeneratedItem<Output>] {
    let partCount = min(partCountMax, requests.count / Self.partSizeMin)
    guard partCount > 1 else { return requests.map(output) }
    let parts = Guarded([[GeneratedItem<Output>]](repeating: [], count: partCount))
    DispatchQueue.concurrentPerform(iterations: partCount) { part in
      let start = requests.count * part / partCount
      let end = requests.count * (part + 1) / partCount
      let made = requests[start..<end].map(output)
      parts.withLock { $0[part] = made }
    }
    return parts.withLock { $0.flatMap { $0 } }
  }

  private func output(for request: Request) -> GeneratedItem<Output> {
    GeneratedItem(
      id: request.context.id, targetPath: request.context.targetPath,
      output: generate(request.model, request.context))
  }

  /// Fewer items are not worth another thread.
  private static var partSizeMin: Int { 2 }
}

extension ChangeBatch {
  /// The items that something is generated for: inserted and updated ones, ascending by path.
  func generationRequests<Output>(
    for generator: OutputGenerator<Model, Output>.Type, _ identities: ChangeIdentities
  ) -> [OutputGenerator<Model, Output>.Request] {
    let outline = changeset.outline
    var requests: [OutputGenerator<Model, Output>.Request] = []
    requests.reserveCapacity(outline.insertedItems.count + outline.updatedItems.count)
    for (index, path) in outline.insertedItems.enumerated() {
      let context = GenerationContext(id: identities.insertedItems[index], targetPath: path)
      requests.append(.init(model: changeset.insertedModels[index], context: context))
    }
    guard !outline.updatedItems.isEmpty else { return requests }
    for (index, source) in outline.updatedItems.enumerated() {
      guard let path = verified.proof.targetPath(forSource: source) else { continue }
      let context = GenerationContext(id: identities.updatedItems[index], targetPath: path)
      requests.append(.init(model: changeset.updatedModels[index], context: context))
    }
    return requests.sorted { $0.context.targetPath < $1.context.targetPath }
  }
}
