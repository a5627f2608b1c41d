extension BoxTree {
  /// What the benchmark of layout lays out.
  static var samples: [BoxTree] { [row, thousand, wrapping, texts, photos] }

  /// A row of a list: a picture, a headline over two lines of text, and two buttons.
  private static var row: BoxTree {
    var tree = BoxTree(name: "a list row of 10 nodes", width: 375)
    tree.addRow(to: nil)
    return tree
  }

  /// The row, as the root or in another box.
  private mutating func addRow(to parent: Int?) {
    let row = add(to: parent ?? 0) {
      $0.isRow = true
      $0.isCentered = true
      $0.padding = 8
    }
    add(to: row) { ($0.width, $0.height, $0.margin) = (48, 48, 4) }
    let column = add(to: row) { ($0.grow, $0.shrink, $0.basis, $0.margin) = (1, 1, 0, 4) }
    let head = add(to: column) { ($0.isRow, $0.isSpacedBetween) = (true, true) }
    add(to: head) { $0.words = 2 }
    add(to: head) { $0.words = 1 }
    add(to: column) { $0.words = 9 }
    let buttons = add(to: row) { $0.padding = 2 }
    add(to: buttons) { ($0.width, $0.height) = (32, 20) }
    add(to: buttons) { ($0.width, $0.height) = (32, 20) }
  }

  /// Columns of rows of boxes with sizes of their own, some of which grow and shrink.
  private static var thousand: BoxTree {
    var tree = BoxTree(name: "a tree of 1,000 nodes", width: 800)
    let root = tree.add(to: 0) { $0.padding = 10 }
    for section in 0..<9 {
      let row = tree.add(to: root) { ($0.isRow, $0.margin) = (true, 2) }
      for column in 0..<11 {
        let cell = tree.add(to: row) { box in
          (box.grow, box.shrink, box.padding) = (Double(column % 3), 1, 1)
          if section % 2 == 0 { box.basis = 20 }
        }
        for item in 0..<9 {
          tree.add(to: cell) { box in
            box.height = Double(4 + (item + column) % 7)
            if item % 4 == 0 { (box.width, box.margin) = (10, 1) }
          }
        }
      }
    }
    return tree
  }

  /// Boxes of many sizes that fill lines.
  private static var wrapping: BoxTree {
    var tree = BoxTree(name: "1,000 nodes that wrap", width: 400)
    let root = tree.add(to: 0) { $0.padding = 4 }
    for line in 0..<20 {
      let row = tree.add(to: root) { ($0.isRow, $0.wraps, $0.margin) = (true, true, 2) }
      for item in 0..<49 {
        tree.add(to: row) { box in
          box.width = Double(20 + (item * 7 + line * 3) % 50)
          box.height = Double(10 + (item * 5) % 20)
          box.margin = 1
          box.grow = item % 5 == 0 ? 1 : 0
        }
      }
    }
    return tree
  }

  /// Grids of photos under headlines, each photo with a line of text.
  private static var photos: BoxTree {
    var tree = BoxTree(name: "1,000 nodes in grids", width: 375)
    let root = tree.add(to: 0) { $0.padding = 4 }
    for _ in 0..<10 {
      tree.add(to: root) { $0.words = 3 }
      let grid = tree.add(to: root) { $0.isGrid = true }
      for photo in 0..<33 {
        let cell = tree.add(to: grid) { $0.padding = 2 }
        tree.add(to: cell) { $0.height = Double(60 + photo % 3 * 10) }
        tree.add(to: cell) { $0.words = 1 + photo % 4 }
      }
    }
    return tree
  }

  /// A hundred rows of which half of the nodes are texts.
  private static var texts: BoxTree {
    var tree = BoxTree(name: "1,000 nodes of text", width: 375)
    let root = tree.add(to: 0) { _ in }
    for _ in 0..<100 { tree.addRow(to: root) }
    return tree
  }
}
