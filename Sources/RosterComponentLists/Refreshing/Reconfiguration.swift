internal import RosterComponents
internal import RosterCore
internal import RosterEngine

/// The parts of a configuration that are replaced together.
struct Reconfiguration<Model: Sendable, SectionModel: Sendable, Message: Sendable>: Sendable {
  typealias Change = ConfigurationChange<Model, SectionModel, Message>
  typealias Provider = @Sendable (Model, GenerationContext) -> Node<Message>

  private(set) var parts: ConfigurationParts = []
  private(set) var provider: Provider?
  /// The closures for headers and footers; unused unless `parts` contains them.
  private(set) var header: Change.SupplementProvider?
  private(set) var footer: Change.SupplementProvider?
  private var environment: ComponentEnvironment?
  private var layout: LayoutConstraints?

  /// - Parameter changes: The changes; if two are of the same part, the last one counts.
  init(_ changes: [Change]) {
    for change in changes {
      switch change.part {
      case .environment(let environment):
        self.environment = environment
        parts.insert(.environment)
      case .layout(let layout):
        self.layout = layout
        parts.insert(.layout)
      case .components(let provider):
        self.provider = provider
        parts.insert(.components)
      case .header(let header):
        self.header = header
        parts.insert(.header)
      case .footer(let footer):
        self.footer = footer
        parts.insert(.footer)
      }
    }
  }

  func replaces(_ part: ConfigurationParts) -> Bool { parts.contains(part) }

  /// Whether the closure for headers or the one for footers is replaced.
  var replacesSupplements: Bool { !parts.isDisjoint(with: [.header, .footer]) }

  /// Whether any closure that makes components is replaced.
  var replacesComponents: Bool { replacesSupplements || parts.contains(.components) }

  /// Returns whether the closure that makes the components of a tree is replaced.
  func replacesComponents(of tree: TreeID) -> Bool {
    switch tree.supplement?.kind {
    case nil: parts.contains(.components)
    case .header: parts.contains(.header)
    case .footer: parts.contains(.footer)
    }
  }

  /// Returns what trees are built with and laid out for afterwards.
  func conditions(after conditions: TreeConditions) -> TreeConditions {
    var conditions = conditions
    if let environment { conditions.environment = environment }
    if parts.contains(.layout) { conditions.constraints = layout }
    return conditions
  }

  /// Returns the closures that make components afterwards.
  func providers(
    after providers: ComponentProviders<Model, SectionModel, Message>
  ) -> ComponentProviders<Model, SectionModel, Message> {
    var providers = providers
    if let provider { providers.item = provider }
    if parts.contains(.header) { providers.header = header }
    if parts.contains(.footer) { providers.footer = footer }
    return providers
  }
}
