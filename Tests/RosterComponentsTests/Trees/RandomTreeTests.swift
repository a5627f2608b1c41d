import RosterCore
import RosterJSON
import RosterTestKit
import Testing

@testable import RosterComponents

/// Random histories of random trees, against a model that looks at all of them anew.
@Suite("Random trees")
struct RandomTreeTests {
  private struct History {
    var random: SplitMix64
    var plans: [Plan]
    var environment = ComponentEnvironment()
    var naive = NaiveForest()
    /// What a storage has that is told of every change.
    var kept: [ScopePath: StoredState] = [:]
    let builder = TreeBuilder()
    var build: TreeBuild<String>

    init(seed: UInt64) {
      random = SplitMix64(seed: seed)
      plans = Plan.random(depth: 3, with: &random)
      build = builder.build(Self.node(plans))
      naive.build(plans, season: 0)
      keep()
    }

    static func node(_ plans: [Plan]) -> Node<String> {
      Node {
        for plan in plans {
          if plan.isOak { Plant<Oak>(plan: plan) } else { Plant<Elm>(plan: plan) }
        }
      }
    }

    mutating func keep() {
      for change in build.stateChanges { kept[change.scope] = change.state }
    }

    mutating func step() {
      switch random.index(below: 5) {
      case 0:
        environment[Season.self] = random.index(below: 3)
        build = builder.replacingEnvironment(environment, in: build.tree)
      case 1, 2: edit()
      default:
        for _ in 0..<random.index(below: 3) {
          Plan.mutate(&plans, depth: 3, with: &random)
        }
        build = builder.build(Self.node(plans), after: build.tree, environment: environment)
      }
      naive.build(plans, season: environment[Season.self])
      keep()
    }

    /// Adds to some counts, by actions and updates, and to some that are not there.
    private mutating func edit() {
      var edits: [TreeEdit] = []
      var areThere: [Bool] = []
      for _ in 0..<random.index(below: 5) {
        let isThere = !naive.paths.isEmpty && random.happens(percent: 90)
        let text = isThere ? naive.paths[random.index(below: naive.paths.count)] : "Oak/Nobody"
        guard let path = ScopePath(text) else { continue }
        let number = random.index(below: 4)
        areThere.append(isThere)
        if isThere { naive.counts[text, default: 0] += number }
        if random.happens(percent: 50) {
          let add = ActionReference(target: .scope(path), name: "add")
          edits.append(.perform(add, arguments: [.number(Double(number))]))
        } else if path.key?.typeName == "Elm" {
          edits.append(.update(path, of: Plant<Elm>.self) { $0.count += number })
        } else {
          edits.append(.update(path, of: Plant<Oak>.self) { $0.count += number })
        }
      }
      let update = builder.applying(edits, to: build.tree)
      build = update.build
      #expect(update.outcomes.map(\.isSuccess) == areThere)
    }
  }

  @Test(arguments: 0..<150 as Range<UInt64>)
  func everyScopeHasTheStateThatThePlainModelGivesIt(seed: UInt64) {
    var history = History(seed: seed)
    for step in 0..<25 {
      check(history, "seed \(seed), step \(step)")
      history.step()
    }
  }

  private func check(_ history: History, _ comment: Comment) {
    let tree = history.build.tree
    #expect(tree.scopes.map(\.path.description) == history.naive.paths, comment)
    #expect(counts(tree) == history.naive.counts, comment)
    #expect(texts(tree) == history.naive.texts, comment)
    checkWhatIsKept(history, comment)
    checkMessages(history, comment)
    let counts = history.build.counts
    #expect(
      counts.bodiesRun + counts.scopesCopied + counts.scopesReused == tree.scopes.count, comment)
  }

  /// What is kept are the states of all scopes, and a tree that is built of them alone is the same.
  private func checkWhatIsKept(_ history: History, _ comment: Comment) {
    let tree = history.build.tree
    let states = tree.scopes.map { ($0.path, $0.state) }
    #expect(
      history.kept == Dictionary(uniqueKeysWithValues: states).compactMapValues { $0 }, comment)
    let fresh = history.builder.build(
      History.node(history.plans), stored: history.kept, environment: history.environment)
    #expect(fresh.stateChanges.isEmpty, comment)
    #expect(fresh.undecodable.isEmpty, comment)
    #expect(fresh.tree.views == tree.views, comment)
    #expect(fresh.tree.scopes == tree.scopes, comment)
    #expect(fresh.counts.bodiesRun == tree.scopes.count, comment)
  }

  private func checkMessages(_ history: History, _ comment: Comment) {
    let paths = history.naive.paths
    let edits = paths.compactMap { ScopePath($0) }.map {
      TreeEdit.perform(ActionReference(target: .scope($0), name: "say"))
    }
    let messages = history.builder.applying(edits, to: history.build.tree).outcomes
    #expect(
      messages == paths.map { .success(history.naive.messages[$0]) }, comment)
  }

  private func counts(_ tree: ComponentTree<String>) -> [String: Int] {
    let counts = tree.scopes.map { scope in
      let count =
        tree.state(of: Plant<Oak>.self, at: scope.path)?.count
        ?? tree.state(of: Plant<Elm>.self, at: scope.path)?.count
      return (scope.path.description, count ?? -1)
    }
    return Dictionary(uniqueKeysWithValues: counts)
  }

  private func texts(_ tree: ComponentTree<String>) -> [String] {
    func texts(_ view: ViewTree) -> [String] {
      [view.spec.attributes["text"]?.stringValue].compactMap { $0 } + view.children.flatMap(texts)
    }
    return tree.views.flatMap(texts)
  }
}
