import Foundation
import RosterLayout

/// Laying out trees, beside Yoga on the same trees: with exact width and as high as they want to be.
///
/// Either side makes trees of the same numbers, in C++ for Yoga; every tree is laid out once, so that
/// neither finds anything in a cache. Freeing them is not measured. Times are those of the processor,
/// and the pages that the system had to find for either side are counted, since they belong to
/// neither: `Tools/bench` runs this so that there are hardly any.
struct LayoutBenchmark {
  /// How many nodes are laid out between two looks at the clock.
  private static let nodeCount = 20_000

  let runs: Int
  /// Where Yoga is; `nil` or a path where it is not leaves Roster alone.
  let yogaPath: String?

  func figures() throws -> [Figure] {
    let yoga = yogaPath.flatMap(YogaLibrary.init)
    let version = Figure(
      name: "layout", value: "",
      baseline: yoga.map { "Yoga of \($0.version)" } ?? "no Yoga: see Tools/yoga/build")
    var pages = PageFaults()
    let measured = try BoxTree.samples.flatMap {
      try figures(of: $0, $0.isKnownToYoga ? yoga : nil, &pages)
    }
    let found = Figure(
      name: "page faults in all runs", value: "\(pages.roster)",
      baseline: yoga == nil ? "" : "Yoga \(pages.yoga)")
    return [version] + measured + [found]
  }

  private func figures(
    of tree: BoxTree, _ yoga: YogaLibrary?, _ pages: inout PageFaults
  ) throws -> [Figure] {
    let count = max(1, Self.nodeCount / tree.boxes.count)
    let nodeCount = Double(count * tree.boxes.count)
    var roster = RosterTrees(tree, count: count)
    var other = yoga.map { YogaTrees($0, tree, count: count) }
    if let other { check(tree, roster, other) }
    var times = [Double](repeating: .infinity, count: 4)
    let stopwatch = Stopwatch()
    for _ in 0..<runs {
      roster.removeAll()
      other?.removeAll()
      let start = PageFaults.current
      let rosterBuild = stopwatch.processorSeconds { roster.build() }
      let rosterLayout = try stopwatch.processorSeconds { try roster.layOut() }
      let middle = PageFaults.current
      let otherBuild = stopwatch.processorSeconds { other?.build() }
      let otherLayout = stopwatch.processorSeconds { other?.layOut() }
      pages.roster += middle - start
      pages.yoga += PageFaults.current - middle
      let run = [rosterLayout, otherLayout, rosterBuild + rosterLayout, otherBuild + otherLayout]
      times = zip(times, run).map { min($0, $1) }
    }
    let allocations = try allocations(&roster, &other)
    let perNode = times.map { $0 / nodeCount }
    func figure(_ name: String, _ index: Int, goal: String) -> Figure {
      let mine = allocations.map { ", \(($0[index] / nodeCount).digits) allocations" } ?? ""
      let theirs = allocations.map { ", \(($0[index + 1] / nodeCount).digits) allocations" } ?? ""
      return Figure(
        name: name, value: "\(perNode[index].asTime) a node\(mine)",
        baseline: yoga == nil ? "" : "Yoga \(perNode[index + 1].asTime)\(theirs)",
        ratio: yoga == nil ? "" : (times[index] / times[index + 1]).asFactor, goal: goal)
    }
    return [
      figure("lay out \(tree.name)", 0, goal: yoga == nil ? "" : "≤ 0.4×"),
      figure("  and make the tree before", 2, goal: yoga == nil ? "" : "≤ 0.6×"),
      Figure(
        name: "  memory of the pass", value: "\(try tree.bytesOfPass()) bytes a node",
        goal: "≤ 600 bytes"),
    ]
  }

  /// Counts what both sides allocate, in the order of the times.
  private func allocations(
    _ roster: inout RosterTrees, _ other: inout YogaTrees?
  ) throws -> [Double]? {
    guard let counter = AllocationCounter() else { return nil }
    roster.removeAll()
    other?.removeAll()
    let rosterBuild = counter.count { roster.build() }
    let rosterLayout = try counter.count { try roster.layOut() }
    let otherBuild = counter.count { other?.build() }
    let otherLayout = counter.count { other?.layOut() }
    return [rosterLayout, otherLayout, rosterBuild + rosterLayout, otherBuild + otherLayout]
  }

  /// What is not the same layout is not to be compared.
  private func check(_ tree: BoxTree, _ roster: RosterTrees, _ yoga: YogaTrees) {
    let (mine, theirs) = (roster.frames(), yoga.frames())
    precondition(mine.count == theirs.count, "both sides lay out every node")
    for index in mine.indices {
      precondition(
        (mine[index] - theirs[index]).magnitude <= 1,
        "\(tree.name): node \(index / 4), number \(index % 4): \(mine[index]), \(theirs[index])")
    }
  }
}

/// How often the system had to find memory for either side.
private struct PageFaults {
  var roster = 0
  var yoga = 0

  /// Those of this process so far.
  static var current: Int {
    var usage = rusage()
    // RUSAGE_SELF, whose type differs between platforms.
    getrusage(0, &usage)
    return usage.ru_minflt
  }
}

extension BoxTree {
  fileprivate var range: SizeRange {
    SizeRange(min: Size(width: width, height: 0), max: Size(width: width, height: .infinity))
  }

  /// How much memory a pass needs for each node.
  fileprivate func bytesOfPass() throws -> Int {
    var cache = LayoutCache()
    _ = try LayoutPass().layout(node(), in: range, cache: &cache)
    return cache.counts.bytes / boxes.count
  }
}

/// Many trees for Roster.
private struct RosterTrees {
  private let tree: BoxTree
  private let count: Int
  private var roots: [LayoutNode] = []
  private var layouts: [Layout] = []

  init(_ tree: BoxTree, count: Int) {
    (self.tree, self.count) = (tree, count)
    roots.reserveCapacity(count)
    layouts.reserveCapacity(count)
    build()
    try? layOut()
  }

  mutating func removeAll() {
    roots.removeAll(keepingCapacity: true)
    layouts.removeAll(keepingCapacity: true)
  }

  mutating func build() {
    for _ in 0..<count { roots.append(tree.node()) }
  }

  mutating func layOut() throws {
    let pass = LayoutPass()
    for root in roots {
      var cache = LayoutCache()
      layouts.append(try pass.layout(root, in: tree.range, cache: &cache))
    }
  }

  /// Four numbers a node, parents before children.
  func frames() -> [Float] {
    var frames: [Float] = []
    func collect(_ layout: Layout, at position: Point) {
      frames += [position.x, position.y, layout.size.width, layout.size.height].map(Float.init)
      for child in layout.children { collect(child.layout, at: child.position) }
    }
    collect(layouts[0], at: .zero)
    return frames
  }
}

/// Many trees for Yoga.
private struct YogaTrees {
  private let yoga: YogaLibrary
  private let tree: BoxTree
  private let numbers: [Float]
  private let count: Int
  private var roots: [UnsafeMutableRawPointer] = []

  init(_ yoga: YogaLibrary, _ tree: BoxTree, count: Int) {
    (self.yoga, self.tree, self.count) = (yoga, tree, count)
    numbers = tree.numbers
    roots.reserveCapacity(count)
    build()
    layOut()
  }

  mutating func removeAll() {
    for root in roots { yoga.free(root) }
    roots.removeAll(keepingCapacity: true)
  }

  mutating func build() {
    for _ in 0..<count { roots.append(yoga.build(numbers, Int32(tree.boxes.count))) }
  }

  func layOut() {
    for root in roots { yoga.layout(root, Float(tree.width)) }
  }

  /// Four numbers a node, parents before children.
  func frames() -> [Float] {
    var frames = [Float](repeating: 0, count: 4 * tree.boxes.count)
    yoga.frames(roots[0], &frames)
    return frames
  }
}
