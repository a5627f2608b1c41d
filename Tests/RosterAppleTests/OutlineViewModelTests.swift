import RosterToolkitModels
import Testing

/// What is documented of `NSOutlineView`.
@Suite("Model of outline views") struct OutlineViewModelTests {
  private typealias View = OutlineViewModel<String, String>

  /// The children of the root, which is "", and of what stands below it.
  private final class Tree {
    var children: [String: [String]]
    var onAsking: () -> Void = {}

    init(_ children: [String: [String]]) { self.children = children }

    func view(_ mode: ToolkitMode = .strict, expanded: [String] = []) -> View {
      let view = View(
        mode: mode, childCount: { self.children[$0 ?? ""]?.count ?? 0 },
        child: { self.children[$1 ?? ""]?[$0] ?? "nothing" },
        cell: {
          self.onAsking()
          return $0
        })
      view.layOut()
      for object in expanded { view.expand(object) }
      return view
    }
  }

  private static var twoSections: Tree {
    Tree(["": ["A", "B"], "A": ["a", "b"], "B": ["c"]])
  }

  @Test func eachCallIsCarriedOutAtOnce() {
    let tree = Self.twoSections
    let view = tree.view(expanded: ["A", "B"])
    #expect(view.rows == ["A", "a", "b", "B", "c"] && view.rootCount == 2)
    let asked = view.askedCount
    tree.children = ["": ["B", "A", "C"], "A": ["x"], "B": ["b", "c"], "C": ["y"]]
    view.beginUpdates()
    view.removeChildren(at: [0], of: "A")
    view.moveChild(at: 0, of: "A", to: 0, of: "B")
    view.moveChild(at: 0, of: nil, to: 1, of: nil)
    view.insertChildren(at: [0], of: "A")
    view.insertChildren(at: [2], of: nil)
    view.endUpdates()
    // What comes is collapsed.
    #expect(view.exception == nil && view.rows == ["B", "b", "c", "A", "x", "C"])
    #expect(view.askedCount == asked + 2 && view.callCount == 5)
    view.expand("C")
    #expect(view.rows.last == "y" && view.isExpanded("C"))
  }

  @Test func nothingHappensInWhatIsCollapsed() {
    let tree = Self.twoSections
    let view = tree.view(expanded: ["B"])
    tree.children["A"] = ["b", "c", "d"]
    view.beginUpdates()
    view.removeChildren(at: [0], of: "A")
    view.insertChildren(at: [9], of: "A")
    view.endUpdates()
    #expect(view.exception == nil && view.rows == ["A", "B", "c"])
    view.collapse("B")
    view.expand("A")
    #expect(view.rows == ["A", "b", "c", "d", "B"])
  }

  /// What is in it goes with what is removed, and the selection too; a reload keeps what is expanded.
  @Test func whatIsRemovedTakesItsChildren() {
    let tree = Self.twoSections
    let view = tree.view(expanded: ["A", "B"])
    var toldCount = 0
    view.onSelectionChange = { toldCount += 1 }
    view.select(["a", "c"])
    tree.children[""] = ["B"]
    view.beginUpdates()
    view.removeChildren(at: [0], of: nil)
    view.endUpdates()
    #expect(view.rows == ["B", "c"] && view.selection == ["c"] && toldCount == 2)
    tree.children = ["": ["A", "B"], "A": ["a"], "B": ["e"]]
    view.reloadData()
    view.layOut()
    #expect(view.rows == ["A", "B", "e"] && view.selection.isEmpty && view.exception == nil)
  }

  @Test func whatIsOutOfRangeIsRefused() {
    let cases: [(View) -> Void] = [
      { $0.removeChildren(at: [2], of: "A") }, { $0.insertChildren(at: [3], of: "A") },
      { $0.moveChild(at: 2, of: "A", to: 0, of: "A") },
      { $0.moveChild(at: 0, of: "A", to: 2, of: "A") },
      { $0.moveChild(at: 0, of: "A", to: 2, of: "B") }, { $0.removeChildren(at: [2], of: nil) },
      {
        $0.endUpdates(); $0.endUpdates()
      },
    ]
    for (index, calls) in cases.enumerated() {
      let view = Self.twoSections.view(.likely, expanded: ["A", "B"])
      view.beginUpdates()
      calls(view)
      #expect(view.exception?.certainty == .reported, "\(index)")
    }
    // While it asks for a cell.
    let tree = Self.twoSections
    let view = tree.view(.likely)
    tree.onAsking = { [weak view] in view?.reloadData() }
    view.expand("A")
    #expect(view.exception?.certainty == .reported)
  }

  @Test func theStrictModeRefusesWhatIsDoubtful() {
    let cases: [(View) -> Void] = [
      // Counts that differ, another object in the place of one that stays, and what is not shown.
      { $0.insertChildren(at: [0], of: "A") },
      {
        $0.removeChildren(at: [0], of: "A")
        $0.insertChildren(at: [1], of: "A")
      }, { $0.removeChildren(at: [0], of: "Z") }, { $0.moveChild(at: 0, of: "A", to: 0, of: "B") },
      // Out of what shows nothing.
      { $0.moveChild(at: 0, of: "B", to: 0, of: "A") },
      { $0.reloadData() }, { $0.expand("B") }, { $0.collapse("A") },
    ]
    for (index, calls) in cases.enumerated() {
      for mode in [ToolkitMode.likely, .strict] {
        let view = Self.twoSections.view(mode, expanded: ["A"])
        view.beginUpdates()
        calls(view)
        view.endUpdates()
        #expect((view.exception?.certainty == .doubtful) == (mode == .strict), "\(index), \(mode)")
      }
    }
    let view = Self.twoSections.view()
    view.reloadData()
    view.beginUpdates()
    #expect(view.exception?.certainty == .doubtful)
  }

  /// In the strict mode what comes is asked for within its call and once more at the end, and is the same: so it has to be
  /// inserted when its index is that of the end. In the likely mode it is asked for at the end alone.
  @Test func whatComesIsAskedForWithinItsCall() {
    let inOrder: (View) -> Void = {
      $0.removeChildren(at: [0], of: nil)
      $0.insertChildren(at: [0], of: nil)
    }
    let disordered: (View) -> Void = {
      $0.insertChildren(at: [1], of: nil)
      $0.removeChildren(at: [0], of: nil)
    }
    let beyond: (View) -> Void = {
      $0.insertChildren(at: [2], of: nil)
      $0.removeChildren(at: [0], of: nil)
    }
    let cases: [(calls: (View) -> Void, after: [String], isTaken: Bool)] = [
      (inOrder, ["C", "B"], true), (disordered, ["C", "B"], false), (beyond, ["B", "C"], false),
    ]
    for (index, one) in cases.enumerated() {
      for mode in [ToolkitMode.likely, .strict] {
        let tree = Self.twoSections
        let view = tree.view(mode)
        tree.children[""] = one.after
        view.beginUpdates()
        one.calls(view)
        view.endUpdates()
        if one.isTaken || mode == .likely {
          #expect(view.exception == nil && view.rows == one.after, "\(index), \(mode)")
        } else {
          #expect(view.exception?.certainty == .doubtful, "\(index), \(mode)")
        }
      }
    }
  }

  /// In the strict mode no object comes to where the view has it already, or twice by one call.
  @Test(arguments: [["x", "x", "a", "b"], ["x", "B", "a", "b"], ["b", "x", "a", "b"]])
  func anObjectComesOnce(children: [String]) {
    for mode in [ToolkitMode.likely, .strict] {
      let tree = Self.twoSections
      let view = tree.view(mode, expanded: ["A"])
      tree.children["A"] = children
      view.beginUpdates()
      view.insertChildren(at: [0, 1], of: "A")
      view.endUpdates()
      #expect((view.exception?.certainty == .doubtful) == (mode == .strict), "\(mode)")
    }
  }

  @Test func theVisiblePartIsOfRows() {
    let view = Self.twoSections.view(expanded: ["A", "B"])
    (view.rowHeight, view.visibleLength) = (10, 20)
    view.offset = 30
    #expect(view.contentLength == 50 && view.exception == nil)
    view.collapse("A")
    #expect(view.contentLength == 30 && view.offset == 10)
    view.offset = 11
    #expect(view.exception?.certainty == .doubtful)
  }
}
