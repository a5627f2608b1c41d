import RosterComponents
import RosterCore
import RosterJSON
import RosterTestKit
import RosterTestSupport

/// What a random tree of components is made of.
struct Plan: Equatable, Sendable {
  var isOak = true
  var name: String?
  var label = 0
  /// Whether the children are there only while the count is odd.
  var hidesChildren = false
  var readsSeason = false
  /// What the children are handed instead of the season outside.
  var season: Int?
  /// Whether the children stand in a view of their own, and behind a map.
  var isWrapped = false
  var children: [Plan] = []
}

enum Season: ComponentEnvironmentKey { static let defaultValue = 0 }

protocol PlantKind: Sendable { static var name: String { get } }
enum Oak: PlantKind { static let name = "Oak" }
enum Elm: PlantKind { static let name = "Elm" }

/// A component that does what its plan says.
struct Plant<Kind: PlantKind>: Component, Equatable {
  struct State: ComponentState { var count: Int }
  typealias Message = String

  static var typeName: String { Kind.name }

  let plan: Plan

  var identifier: ScopeIdentifier? { plan.name.map { .text($0) } }

  func initialState() -> State { State(count: plan.label) }

  func body(_ scope: Scope<Self>) -> Node<String> {
    let count = scope.state.count
    let season = plan.readsSeason ? scope.environment(Season.self) : -1
    ViewNode("plant")
      .attribute("text", .string("\(plan.label) \(count) \(season)"))
      .on(.change, scope.edit("add") { (state, number: Int) in state.count += number })
      .on(.tap, scope.send("say") { "\(count)" })
    if !plan.hidesChildren || count % 2 == 1 {
      if plan.isWrapped {
        ViewNode("wrapped") { children.map { "(\($0))" } }
      } else {
        children
      }
    }
  }

  private var children: Node<String> {
    let node = Node<String> {
      for child in plan.children {
        if child.isOak { Plant<Oak>(plan: child) } else { Plant<Elm>(plan: child) }
      }
    }
    return plan.season.map { node.environment(Season.self, $0) } ?? node
  }
}

/// What the tree of a plan must be, found in the plainest way.
struct NaiveForest {
  /// The count of each scope, by the text of its path.
  var counts: [String: Int] = [:]
  /// The texts that the views show, in order.
  private(set) var texts: [String] = []
  /// For each scope what a message of it is at the root.
  private(set) var messages: [String: String] = [:]
  private(set) var paths: [String] = []

  /// Builds plans again; what is not there any more is forgotten.
  mutating func build(_ plans: [Plan], season: Int) {
    let old = counts
    self = NaiveForest()
    add(plans, at: "", season: season, mapCount: 0, old: old)
  }

  private mutating func add(
    _ plans: [Plan], at parent: String, season: Int, mapCount: Int, old: [String: Int]
  ) {
    for (index, plan) in plans.enumerated() {
      let ordinal = plans[..<index].count { $0.isOak == plan.isOak && $0.name == plan.name }
      let path =
        parent + (parent.isEmpty ? "" : "/") + (plan.isOak ? "Oak" : "Elm")
        + (plan.name.map { "[\"\($0)\"]" } ?? "") + (ordinal > 0 ? "#\(ordinal)" : "")
      let count = old[path] ?? plan.label
      counts[path] = count
      paths.append(path)
      texts.append("\(plan.label) \(count) \(plan.readsSeason ? season : -1)")
      messages[path] =
        String(repeating: "(", count: mapCount) + "\(count)"
        + String(repeating: ")", count: mapCount)
      guard !plan.hidesChildren || count % 2 != 0 else { continue }
      add(
        plan.children, at: path, season: plan.season ?? season,
        mapCount: mapCount + (plan.isWrapped ? 1 : 0), old: old)
    }
  }
}

extension Plan {
  /// Some plans, with others in them.
  static func random(depth: Int, with random: inout SplitMix64) -> [Plan] {
    (0..<random.index(below: 4)).map { _ in
      var plan = Plan()
      plan.change(with: &random)
      if depth > 0 { plan.children = self.random(depth: depth - 1, with: &random) }
      return plan
    }
  }

  private mutating func change(with random: inout SplitMix64) {
    switch random.index(below: 7) {
    case 0: isOak.toggle()
    case 1: name = random.happens(percent: 60) ? ["a", "b", "c"][random.index(below: 3)] : nil
    case 2: label = random.index(below: 5)
    case 3: hidesChildren.toggle()
    case 4: readsSeason.toggle()
    case 5: season = random.happens(percent: 50) ? random.index(below: 3) : nil
    default: isWrapped.toggle()
    }
  }

  /// Changes something about some plans, or about those in them.
  static func mutate(_ plans: inout [Plan], depth: Int, with random: inout SplitMix64) {
    if !plans.isEmpty, random.happens(percent: depth > 0 ? 50 : 0) {
      mutate(
        &plans[random.index(below: plans.count)].children, depth: depth - 1, with: &random)
      return
    }
    switch random.index(below: 5) {
    case 0: plans.shuffle(using: &random)
    case 1 where !plans.isEmpty: plans.remove(at: random.index(below: plans.count))
    case 2 where !plans.isEmpty:
      plans[random.index(below: plans.count)].change(with: &random)
    case 3: plans.reverse()
    default:
      var plan = Plan()
      plan.change(with: &random)
      if depth > 0 { plan.children = self.random(depth: depth - 1, with: &random) }
      plans.insert(plan, at: random.index(below: plans.count + 1))
    }
  }
}
