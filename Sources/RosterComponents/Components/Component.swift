public import RosterCore

/// An immutable description of a part of an item: the views and components that it consists of,
/// given its properties and its state.
///
/// A component is a value. Its ``body(_:)`` is pure and runs on any thread. Everything that it may
/// use besides its properties comes with the scope.
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
  /// The messages that the component sends to the component around it; `Never` if it sends none.
  associatedtype Message: Sendable = Never
  /// The state that the list keeps for the component from one generation to the next.
  associatedtype State: ComponentState = NoState

  /// The name under which states of this type are stored. Pin it before renaming the Swift type.
  ///
  /// By default this is the qualified name of the type, which is the same in every process. Types
  /// with the same name, such as private types of several files, share it, and only the order of
  /// their scopes tells them apart. So pin the names of such types if they stand next to each
  /// other. The name is read once.
  static var typeName: String { get }

  /// The version of `State` that this release writes; 1 by default.
  static var stateVersion: Int { get }

  /// Makes a state from one that another version wrote.
  ///
  /// By default the stored value is decoded as `State`.
  ///
  /// - Throws: Any error. The scope then begins with its initial state, and the stored one stays
  ///   until it is overwritten.
  static func state(migrating earlier: EarlierState) throws -> State

  /// How states of this type come to other devices that synchronize the list; by default they stay on
  /// the device.
  static var stateSyncing: StateSyncing<State> { get }

  /// The identifier of the component among its siblings of the same type. With it, the component
  /// keeps its state when siblings are added, removed or moved. With `nil`, the default, its
  /// position among them identifies it.
  var identifier: ScopeIdentifier? { get }

  /// Returns the state with which the scope begins. It is called once for each scope.
  func initialState() -> State

  /// Returns the state with which the body runs, given the one that was kept. By default that one.
  ///
  /// For a state that follows the properties of the component: a control that shows what the user
  /// has chosen until the model confirms it. It is called before each run of the body, and is pure.
  /// The result is kept for the next run, and stored when an action or an update changes it further.
  /// So a state that is restored must lead to the same views.
  func adaptedState(_ state: State) -> State

  /// Returns whether the component builds the same as another one with the same state and
  /// environment.
  ///
  /// By default `==` for `Equatable` components, and otherwise `false`.
  func hasEqualProperties(to other: Self) -> Bool

  /// Returns the views and components that the component consists of.
  @NodeBuilder<Message>
  func body(_ scope: Scope<Self>) -> Node<Message>
}

extension Component {
  /// The qualified name of the type, without the part that tells private and local types apart.
  public static var typeName: String { TypeNames.stableName(of: Self.self) }

  /// 1.
  public static var stateVersion: Int { 1 }

  /// Decodes the stored value as `State`.
  public static func state(migrating earlier: EarlierState) throws -> State {
    try earlier.decode(State.self)
  }

  /// States stay on the device.
  public static var stateSyncing: StateSyncing<State> { .local }

  /// `nil`: the position among the siblings identifies the component.
  public var identifier: ScopeIdentifier? { nil }

  /// Returns the state unchanged.
  public func adaptedState(_ state: State) -> State { state }

  /// Returns `false`, since the properties cannot be compared.
  public func hasEqualProperties(to other: Self) -> Bool { false }
}

extension Component where Self: Equatable {
  /// Returns whether both are equal.
  public func hasEqualProperties(to other: Self) -> Bool { self == other }
}

extension Component where State == NoState {
  /// Returns the only value.
  public func initialState() -> NoState { NoState() }
}

/// The requirements for a state: a value that can be stored, compared and sent.
public typealias ComponentState = Codable & Equatable & Sendable

/// The state of components without one. It is not stored.
public struct NoState: ComponentState {
  /// Makes the only value.
  public init() {}
}

/// A component with the state that it was built with.
public struct BuiltComponent<Owner: Component>: Sendable {
  /// The component.
  public let component: Owner
  /// The state that its body has read.
  public let state: Owner.State

  /// Makes a built component of its parts.
  public init(_ component: Owner, state: Owner.State) {
    self.component = component
    self.state = state
  }
}

extension TypedScopeOwner {
  /// The component with its state, with their types.
  var built: BuiltComponent<C> { BuiltComponent(typedPart.component, state: state) }
}
