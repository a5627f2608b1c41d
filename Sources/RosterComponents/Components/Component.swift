public import RosterCore

/// An immutable description of a part of an item: what it is made of, given its properties and its
/// state.
///
/// A component is a value. Its ``body(_:)`` is pure and runs on any thread; what it may know beside
/// its properties comes with the scope.
///
///     struct LikeButton: Component {
///       struct State: ComponentState { var isLiked = false }
///
///       func initialState() -> State { State() }
///
///       func body(_ scope: Scope<Self>) -> Node<Never> {
///         ViewNode("button")
///           .attribute("title", scope.state.isLiked ? "♥" : "♡")
///           .on(.tap, scope.edit("like") { state in state.isLiked.toggle() })
///       }
///     }
public protocol Component<Message>: LayoutModifiable, Sendable where Modified == Flex<Message> {
  /// What the component tells whoever made it; `Never` if it says nothing.
  associatedtype Message: Sendable = Never
  /// What is remembered of the component from one generation to the next.
  associatedtype State: ComponentState = NoState

  /// The name under which the state of this type is kept; pin it before renaming the Swift type.
  ///
  /// By default the qualified name of the type, the same in every process. Types of one name, such
  /// as private ones of several files, are told apart by the order of their scopes only, as if they
  /// were one type; pin the names of those that stand side by side. The name is asked for once.
  static var typeName: String { get }

  /// The version of `State` that this release writes, 1 by default.
  static var stateVersion: Int { get }

  /// Makes a state of one that another version wrote.
  ///
  /// By default the stored value is decoded as `State`.
  ///
  /// - Throws: Any error: the scope then starts with its initial state, and the stored one stays
  ///   until it is overwritten.
  static func state(migrating earlier: EarlierState) throws -> State

  /// What tells the component from its siblings of the same type, so that it keeps its state when
  /// they come, go or change places; `nil`, the default, if its place among them does.
  var identifier: ScopeIdentifier? { get }

  /// The state with which the scope begins; asked once in its life.
  func initialState() -> State

  /// Whether the component would build the same as another with the same state and environment.
  ///
  /// By default `==` for `Equatable` components, and otherwise `false`.
  func hasEqualProperties(to other: Self) -> Bool

  /// What the component is made of.
  @NodeBuilder<Message>
  func body(_ scope: Scope<Self>) -> Node<Message>
}

extension Component {
  /// The qualified name of the type, without what tells private and local types of one name apart.
  public static var typeName: String { TypeName.stableName(of: Self.self) }

  /// 1.
  public static var stateVersion: Int { 1 }

  /// The stored value, decoded as `State`.
  public static func state(migrating earlier: EarlierState) throws -> State {
    try earlier.decode(State.self)
  }

  /// None.
  public var identifier: ScopeIdentifier? { nil }

  /// `false`: nothing is known of the properties.
  public func hasEqualProperties(to other: Self) -> Bool { false }
}

extension Component where Self: Equatable {
  /// Whether both are equal.
  public func hasEqualProperties(to other: Self) -> Bool { self == other }
}

extension Component where State == NoState {
  /// Nothing.
  public func initialState() -> NoState { NoState() }
}
