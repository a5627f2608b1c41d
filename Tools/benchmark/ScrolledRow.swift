import Foundation
import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout

/// A row with a state, of a height that depends on its number.
struct ScrolledRow: Component, Equatable {
  struct State: ComponentState {
    var isExpanded = false
  }

  static let typeName = "ScrolledRow"

  let number: Int

  func initialState() -> State { State() }

  func body(_ scope: Scope<ScrolledRow>) -> Node<Never> {
    ViewNode("row") {
      ViewNode("image").width(.points(24)).height(.points(24))
      ViewNode("text").attribute("text", .number(Double(number)))
    }
    .height(.points(Double(24 + number * 7 % 61)))
    .on(.tap, scope.edit("expand") { state in state.isExpanded.toggle() })
  }
}

/// Counts how often the components of each item are made: a byte an item.
///
/// Unchecked because of its variable, which the lock guards.
final class BuildCounter: @unchecked Sendable {
  private let lock = NSLock()
  private var built: [UInt8] = []

  func count(_ item: ItemID) {
    lock.withLock {
      while built.count <= item.rawValue {
        built.append(contentsOf: repeatElement(0, count: item.rawValue + 1 - built.count))
      }
      if built[item.rawValue] < .max { built[item.rawValue] += 1 }
    }
  }

  /// For each number of an item how often it was built.
  var counts: [UInt8] { lock.withLock { built } }
}
