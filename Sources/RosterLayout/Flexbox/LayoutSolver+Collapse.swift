/// CSS Flexbox 1, section 4.4: items that are collapsed. A container that has some is laid out twice:
/// with them to find the sizes of their lines, and without them.
extension LayoutSolver {
  /// Finds the lines with the collapsed items, and takes these out of the flow. Each remembers the
  /// size of its line as its size across the main axis.
  func beginCollapse(_ run: inout FlexRun) {
    // The length of a column does not depend on the sizes of its lines.
    if run.purpose != .height || run.isRow {
      _ = findLines(&run)
      stretchLines(run)
      for line in run.firstLine..<lineCount {
        for child in lines[line].first..<lines[line].end where isCollapsedItem(child) {
          boxes[child].cross = lines[line].cross
        }
      }
      removeLines(from: run.firstLine)
      run.lineCount = 0
    }
    for child in run.first..<run.end where isCollapsedItem(child) { boxes[child].isInFlow = false }
  }

  /// Makes each line at least as large as it was with the collapsed items that belong to it.
  func keepStruts(_ run: FlexRun) {
    for line in run.firstLine..<lineCount {
      for child in lines[line].first..<lines[line].end where isCollapsedItem(child) {
        lines[line].cross = max(lines[line].cross, boxes[child].cross)
      }
    }
  }

  /// Takes the collapsed items back into the flow, for the next run.
  func endCollapse(_ run: FlexRun) {
    for child in run.first..<run.end where isCollapsedItem(child) { boxes[child].isInFlow = true }
  }

  /// Hides the collapsed items of a container that has its final size.
  func hideCollapsedItems(of index: Int) {
    let first = Int(boxes[index].firstChild)
    for child in first..<first + Int(boxes[index].childCount) where isCollapsedItem(child) {
      expandIfDeferred(child)
      boxes[child].isHidden = true
    }
  }

  private func isCollapsedItem(_ child: Int) -> Bool {
    let box = boxes + child
    return box.pointee.style.pointee.isCollapsed
      && box.pointee.style.pointee.position != .absolute && !box.pointee.isHidden
      && !box.pointee.isContents
  }
}
