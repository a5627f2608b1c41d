public import RosterJSON
import RosterLayout

/// Reads cases: one as a JSON object, several as an array of objects or as lines of one object each.
///
/// ```json
/// {"name": "centered", "direction": "ltr",
///  "root": {"style": {"width": 100, "alignItems": "center"},
///           "children": [{"text": "two words"}]},
///  "expected": {"left": 0, "top": 0, "width": 100, "height": 10,
///               "children": [{"left": 5, "top": 0, "width": 90, "height": 10}]}}
/// ```
///
/// Only `root` is required. A case with a `suite` is one of Yoga's fixtures, in which
/// `flexBasis: "stretch"` counts as `auto`. Other unknown members of a case are ignored; a box, a style and a frame must
/// not have unknown members.
public struct LayoutCaseReader: Sendable {
  /// The maximum nesting of arrays and objects; a level of boxes counts as two. A larger limit
  /// needs a thread with a larger stack than usual.
  public var depthMax: Int

  /// Makes a reader that takes up to `depthMax` levels of arrays and objects.
  public init(depthMax: Int = 512) {
    self.depthMax = depthMax
  }

  /// Reads all cases of a text.
  ///
  /// - Throws: The first error in the text, with its place.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func read(_ bytes: some Collection<UInt8>) throws(LayoutCaseError) -> [LayoutCase] {
    if let lines = try lines(of: Array(bytes)) {
      var cases: [LayoutCase] = []
      for (line, value) in lines {
        cases.append(try read(value, number: cases.count + 1, line: line))
      }
      return cases
    }
    let value = try parse(bytes)
    guard let elements = value.arrayValue else { return [try read(value, number: 1)] }
    var cases: [LayoutCase] = []
    for (index, element) in elements.enumerated() {
      cases.append(try read(element, number: index + 1))
    }
    return cases
  }

  /// Reads a case that has been parsed.
  ///
  /// - Parameters:
  ///   - value: The case.
  ///   - number: The number by which an error names a case without a name.
  ///   - line: The line of the case, if that helps to find it.
  /// - Throws: The first error in the case, with its place.
  public func read(
    _ value: JSONValue, number: Int, line: Int? = nil
  ) throws(LayoutCaseError) -> LayoutCase {
    do throws(JSONDecodingError) {
      return try JSONCursor.decode(value, LayoutCase.init)
    } catch {
      let name = value["name"]?.stringValue.map { JSONValue.string($0).canonicalText }
      throw LayoutCaseError(error, caseName: name ?? "\(number)", line: line)
    }
  }

  private func parse(_ bytes: some Collection<UInt8>) throws(LayoutCaseError) -> JSONValue {
    do throws(JSONParseError) {
      return try JSONParser(depthMax: depthMax).parse(bytes)
    } catch {
      throw LayoutCaseError(error)
    }
  }

  /// Returns the values of a text with one value in every line, with their line numbers; `nil` if
  /// the text is one value. A text counts as lines if its first line is an object and not the whole
  /// text.
  private func lines(
    of bytes: [UInt8]
  ) throws(LayoutCaseError) -> [(line: Int, value: JSONValue)]? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated().filter { !$0.element.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } }
    guard lines.count > 1, let first = try? JSONParser(depthMax: depthMax).parse(lines[0].element),
      first.objectValue != nil
    else { return nil }
    var values: [(line: Int, value: JSONValue)] = []
    for (offset, line) in lines {
      do throws(LayoutCaseError) {
        values.append((offset + 1, try parse(line)))
      } catch {
        var error = error
        error.line = offset + 1
        throw error
      }
    }
    return values
  }
}

extension LayoutCase {
  fileprivate init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    let members = try cursor.members()
    // Yoga's suites were measured before browsers knew `flex-basis: stretch`.
    let reader = NodeReader(knowsStretchedBasis: members["suite"] == nil)
    self.init(
      name: try members["name"]?.string(),
      direction: try members["direction"].map(StyleKeyword.directions.read) ?? .leftToRight,
      root: try reader.node(try members.required("root")),
      expected: try members["expected"].map(Frame.init))
  }
}
