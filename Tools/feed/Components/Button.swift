import Roster

/// A button. It does not know what its action does, nor which scope the action belongs to.
struct Button: Component, Equatable {
  /// The name by which a user of the terminal refers to it.
  let name: String
  let title: String
  let action: Action<>

  init(_ name: String, title: String, action: Action<>) {
    self.name = name
    self.title = title
    self.action = action
  }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("button").attribute("name", .string(name)).attribute("title", .string(title))
      .measured(as: Self.text(of: title))
      .on(.tap, action)
  }

  /// What is printed for a button.
  static func text(of title: String) -> String { "[\(title)]" }
}
