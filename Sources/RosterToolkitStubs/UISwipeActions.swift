#if os(Linux)
  public import Foundation

  /// What the user can do with a row that is swiped aside.
  @MainActor public final class UIContextualAction: NSObject {
    /// How it looks.
    public enum Style: Int, Sendable {
      case normal, destructive
    }

    /// Does it, and tells whether it was done.
    public typealias Handler = (UIContextualAction, UIView, @escaping (Bool) -> Void) -> Void

    /// How it looks.
    public let style: Style
    /// What it is called.
    public let title: String?
    /// Does it.
    public let handler: Handler
    /// The colour behind the title.
    public var backgroundColor: UIColor?

    /// Makes an action.
    public init(style: Style, title: String?, handler: @escaping Handler) {
      (self.style, self.title, self.handler) = (style, title, handler)
      super.init()
    }
  }

  /// The actions that a row shows that is swiped aside.
  @MainActor public final class UISwipeActionsConfiguration: NSObject {
    /// The actions, of which the first one stands at the edge.
    public let actions: [UIContextualAction]

    /// Makes a configuration.
    public init(actions: [UIContextualAction]) {
      self.actions = actions
      super.init()
    }
  }

  extension UITableView {
    /// The user swipes a row aside and chooses its first action.
    ///
    /// - Returns: What the action says of having been done; `nil` if the row has no actions, or it says nothing.
    public func swipeByHand(_ path: IndexPath) -> Bool? {
      let configuration = (delegate as? any UITableViewDelegate)?.tableView(
        self, trailingSwipeActionsConfigurationForRowAt: path)
      guard let action = configuration?.actions.first else { return nil }
      var isDone: Bool?
      action.handler(action, self) { isDone = $0 }
      return isDone
    }
  }
#endif
