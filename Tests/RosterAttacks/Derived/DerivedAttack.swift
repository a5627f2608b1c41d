import RosterCore
import RosterDerived
import RosterEngine
import RosterStore
import RosterTestKit
import RosterTestSupport

/// Lists that are derived from two others and from each other, and random work with them: changes of one and of both
/// sources, undo and redo, compaction, restarts, lists that are closed and opened by other definitions, searches, definitions
/// that are made anew in the background, and other processes.
///
/// After each step each list is what a model makes of its sources with arrays, and so is what a renderer shows by its batches.
package struct DerivedAttack: Sendable {
  /// A fault that is put in to see that the attack finds it.
  package enum PlantedFault: String, CaseIterable, Sendable {
    /// Definitions that differ have one version.
    case keptVersion
  }

  private let nodeCount: Int
  private let stepCount: Int
  private let fault: PlantedFault?

  package init(nodeCount: Int = 10, stepCount: Int = 40, fault: PlantedFault? = nil) {
    self.nodeCount = nodeCount
    self.stepCount = stepCount
    self.fault = fault
  }

  /// Runs the steps of a seed.
  ///
  /// - Returns: What is not as it must be, and the step before; `nil` if nothing is wrong.
  package func finding(seed: UInt64) async throws -> String? {
    var graph = try DerivedGraph(seed: seed, nodeCount: nodeCount, fault: fault)
    for number in 0..<stepCount {
      do {
        try await graph.work()
        try await graph.verify()
      } catch {
        return "seed \(seed), step \(number), \(graph.step)\n\(error)"
      }
    }
    do {
      try await graph.verify()
      try await graph.end()
    } catch {
      return "seed \(seed), at the end\n\(error)"
    }
    return nil
  }
}

/// Lists that are derived from a small one in several ways, and each change of that which consists of one part, with its undo.
package struct DerivedChangesetAttack: Sendable {
  private let recipes: [DerivedRecipe]

  /// Lists with an operator, alone and beside each other one.
  package init(pairsWith first: DerivedOperator) {
    let others = DerivedOperator.allCases.filter { $0 != first }
    recipes = ([[first]] + others.map { [first, $0] }).compactMap { DerivedRecipe($0) }
  }

  /// All windows of a list that is made by some operators: 0 to 5 items from either end, behind 0 to 2 others, of all
  /// sections and of each.
  package init(windowsOf operators: [DerivedOperator]) {
    var windows: [DerivedRecipe.Window] = []
    for count in 0...5 {
      for offset in 0...2 {
        for end in [ListEnd.start, .end] {
          for isOfEachSection in [false, true] {
            windows.append(
              DerivedRecipe.Window(
                count: count, end: end, offset: offset, isOfEachSection: isOfEachSection))
          }
        }
      }
    }
    recipes = windows.compactMap { window in
      var recipe = DerivedRecipe(operators)
      recipe?.window = window
      return recipe
    }
  }

  /// - Returns: What is not as it must be, `nil` if nothing is wrong; and the number of lists.
  package func finding() async throws -> (finding: String?, listCount: Int) {
    let store = try SQLiteStore.inMemory()
    guard let list = try store.list(named: "source") else { return ("no list", 0) }
    let source = try DerivedRecipe.List(
      storage: list, codec: TextCodec(), sectionCodec: TextCodec())
    let cards = ["1 1 bean +", "2 2 apple -", "3 1 beet +", "4 0 bean +"]
    _ = try source.changeSynchronously { _, draft in
      for items in [cards[..<3], cards[3...]] {
        let section = try draft.insertSection("section of \(items.count)")
        try draft.append(contentsOf: items, toSection: section)
      }
    }
    var shown = try recipes.enumerated().map { index, recipe in
      try RenderedList(recipe.definition(of: [source], name: "list \(index)").open())
    }
    for change in changes() {
      for undoes in [false, true] {
        if undoes { try await source.apply(.undo()) } else { try await source.apply(change) }
        for index in recipes.indices {
          do {
            try await shown[index].verify { [recipe = recipes[index]] in
              try recipe.contents(of: [source.snapshot]) { $0.item }
            }
          } catch {
            let what = "\(undoes ? "undo of " : "")\(change)"
            return ("\(recipes[index]), behind \(what): \(error)", recipes.count)
          }
        }
      }
    }
    return (nil, recipes.count)
  }

  /// All changes of one part. Those with a model have it in several forms: with another rank, in another folder, hidden, and
  /// as one that is there.
  private func changes() -> [Changeset<String, String>] {
    var changes: [Changeset<String, String>] = []
    SmallChangesets(counts: [3, 1]).forEach(ofCount: 1) { parts in
      let changeset = parts.changeset()
      let modelCount = changeset.updatedModels.count + changeset.insertedModels.count
      guard firstOffence(in: changeset.outline, counts: [3, 1]) == nil,
        changeset.outline != ChangesetOutline()
      else { return }
      let models = ["9 2 bean +", "9 1 apple +", "9 1 bean -", "9 0 beet +"]
      for model in models.prefix(modelCount == 0 ? 1 : models.count) {
        let change = Changeset<String, String>(
          validating: changeset.outline,
          updatedModels: changeset.updatedModels.map { _ in model },
          insertedModels: changeset.insertedModels.map { _ in model },
          updatedSectionModels: changeset.updatedSectionModels,
          insertedSectionModels: changeset.insertedSectionModels)
        if let change { changes.append(change) }
      }
    }
    return changes
  }
}
