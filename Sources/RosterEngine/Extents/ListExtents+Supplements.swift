public import RosterCore
package import RosterGeometry

extension ListExtents {
  /// Returns the length of a section's header or footer: 0 if the section has none, `nil` if the
  /// section does not exist.
  ///
  /// - Complexity: O(log *n*).
  public func extent(of kind: SupplementKind, ofSection section: Int) -> Double? {
    guard state.hasSection(section) else { return nil }
    return index.estimates.hasSupplements ? index.extent(of: section, kind.extentKind) : 0
  }

  /// Returns whether the header or footer of a section was measured, or is known not to exist.
  ///
  /// - Complexity: O(log *n*).
  public func isMeasured(_ kind: SupplementKind, ofSection section: Int) -> Bool {
    guard state.hasSection(section) else { return false }
    return !index.estimates.has(kind.extentKind)
      || index.measuredExtent(of: section, kind.extentKind) != nil
  }

  /// Returns where the header or footer of a section begins; `nil` if the section does not exist.
  ///
  /// - Complexity: O(log *n*).
  public func offset(of kind: SupplementKind, ofSection section: Int) -> Double? {
    guard state.hasSection(section) else { return nil }
    if index.estimates.hasSupplements { return index.start(of: section, kind.extentKind) }
    let first = section + (kind == .header ? 0 : 1)
    return index.start(of: state.offset(ofSection: first))
  }

  /// Returns where a section begins, with its header if it has one; `nil` if the section does not
  /// exist.
  ///
  /// - Complexity: O(log *n*).
  public func offset(ofSection section: Int) -> Double? { offset(of: .header, ofSection: section) }

  /// Returns the length of a section with its header and footer; 0 if the section does not exist.
  ///
  /// - Complexity: O(log *n*).
  public func extent(ofSection section: Int) -> Double {
    guard let start = offset(ofSection: section), let end = offset(of: .footer, ofSection: section)
    else { return 0 }
    return end - start + (extent(of: .footer, ofSection: section) ?? 0)
  }

  /// Returns the headers and footers of which any part is visible, ascending by section, including
  /// those of which it is not known yet whether they exist.
  ///
  /// - Parameter viewport: A viewport along the same axis. If its anchor is not in the list, the
  ///   result is empty.
  /// - Throws: If a page of the list is not in memory and cannot be read.
  /// - Complexity: O(log *n* + *m* log *n*) for *m* of them.
  public func supplements(in viewport: Viewport) throws(StorageError) -> [SupplementID] {
    guard let start = try start(of: viewport) else { return [] }
    return supplements(in: index.places(from: start, to: start + viewport.length))
      .compactMap(\.id.supplement)
  }

  /// Returns the headers and footers in a range of places, ascending by section.
  package func supplements(in places: Range<Int>) -> [PlacedTree] {
    SupplementKind.allCases.filter { index.estimates.has($0.extentKind) }.flatMap { kind in
      index.numbers(of: kind.extentKind, in: places).compactMap { section in
        state.sectionID(at: section).map {
          PlacedTree(
            id: .supplement(SupplementID(kind, of: $0)),
            place: .supplement(kind, ofSection: section))
        }
      }
    }.sorted { $0.place < $1.place }
  }

  /// Returns the measured length of what stands at a place; `nil` if it is estimated.
  func measuredExtent(at place: TreePlace) -> Double? {
    switch place {
    case .item(let path): state.offset(of: path).flatMap { index.measuredExtent(of: $0) }
    case .supplement(let kind, let section): index.measuredExtent(of: section, kind.extentKind)
    }
  }
}

/// The measured size of an item, header or footer.
package struct MeasuredTree: Sendable {
  package var place: TreePlace
  /// Whether it exists: a section need not have a header or footer.
  package var isThere: Bool
  /// `nil` if it could not be laid out.
  package var size: Size?

  package init(place: TreePlace, isThere: Bool, size: Size?) {
    self.place = place
    self.isThere = isThere
    self.size = size
  }

  /// Returns its length; `nil` if that is not known, 0 if it does not exist.
  func extent(along axis: Viewport.Axis) -> Double? {
    isThere ? size.map(axis.extent(of:)) : 0
  }
}

extension SupplementKind {
  /// The kind of this supplement in the row of extents.
  var extentKind: ExtentKind {
    switch self {
    case .header: .header
    case .footer: .footer
    }
  }
}

extension ListState {
  /// Returns whether a section exists.
  func hasSection(_ section: Int) -> Bool { section >= 0 && section < sectionCount }
}
