/// The types without a prefix of frameworks that stand beside Roster in applications. If two modules of a
/// file have a type of one name, the compiler refuses that name in it.
enum FrameworkNames {
  static let all: [(framework: String, names: Set<String>)] = [
    (
      "Foundation",
      names(
        """
        AffineTransform AttributeContainer AttributeScopes AttributedString AttributedSubstring Bundle
        ByteCountFormatStyle ByteCountFormatter CachedURLResponse Calendar CharacterSet CocoaError
        CodableConfiguration Data DataProtocol Date DateComponents DateComponentsFormatter DateFormatter
        DateInterval DateIntervalFormatter Decimal DecodingConfigurationProviding Dimension EnergyFormatter
        Expression FileAttributeKey FileHandle FileManager FileWrapper FloatingPointFormatStyle FormatStyle
        Formatter HTTPCookie HTTPCookieStorage HTTPURLResponse Host ISO8601DateFormatter IndexPath IndexSet
        InflectionRule InputStream IntegerFormatStyle JSONDecoder JSONEncoder JSONSerialization
        KeyPathComparator LengthFormatter ListFormatStyle ListFormatter Locale LocalizedError
        LocalizedStringResource MachError MassFormatter Measurement MeasurementFormatter MessagePort
        Morphology Notification NotificationCenter NotificationQueue NumberFormatter Operation OperationQueue
        OutputStream ParseStrategy ParseableFormatStyle PersonNameComponents PersonNameComponentsFormatter Pipe
        Port PortMessage POSIXError Predicate PredicateExpression PredicateExpressions PresentationIntent
        Process ProcessInfo Progress ProgressReporting PropertyListDecoder PropertyListEncoder
        PropertyListSerialization RecoverableError RelativeDateTimeFormatter RunLoop Scanner SocketPort
        SortComparator SortDescriptor SortOrder Stream TermOfAddress Thread TimeInterval TimeZone Timer URL
        URLCache URLComponents URLCredential URLError URLProtocol URLQueryItem URLRequest URLResourceKey
        URLResponse URLSession UUID UndoManager Unit UnitConverter UnitDuration UnitLength UserDefaults
        ValueTransformer XMLDocument XMLElement XMLNode XMLParser
        """)
    ),
    (
      "Combine",
      names(
        """
        AnyCancellable AnyPublisher AnySubject AnySubscriber Cancellable CombineIdentifier
        ConnectablePublisher CurrentValueSubject CustomCombineIdentifierConvertible Deferred Empty Fail Future
        ImmediateScheduler Just ObservableObject ObservableObjectPublisher PassthroughSubject Published
        Publisher Publishers Record Scheduler Subject Subscriber Subscribers Subscription Subscriptions
        TopLevelDecoder TopLevelEncoder
        """)
    ),
    ("Observation", names("Observable ObservationRegistrar ObservationTracking Observations")),
    (
      "SwiftUI",
      names(
        """
        AccessibilityActionKind AccessibilityTraits ActionSheet Alert Alignment AlignmentID Anchor Angle
        AngularGradient Animatable AnimatableModifier AnimatablePair Animation AnimationContext
        AnimationState AnyLayout AnyShape AnyShapeStyle AnyTransition AnyView App AppStorage AsyncImage Axis
        Backport BadgeProminence Bindable Binding BlendMode BorderedButtonStyle Button ButtonRole ButtonStyle
        Canvas Capsule Circle Color ColorPicker ColorScheme CommandGroup CommandMenu Commands
        ContainerRelativeShape ContentMode ContentSizeCategory ContentTransition ContentUnavailableView
        ContextMenu ControlGroup ControlSize CoordinateSpace CustomAnimation CustomHoverEffect DatePicker
        DisclosureGroup Divider DragGesture DropDelegate DynamicProperty DynamicTypeSize DynamicViewContent
        Edge EdgeInsets EditButton EditMode Ellipse EmptyAnimatableData EmptyCommands EmptyModifier EmptyView
        EnabledStyle Environment EnvironmentKey EnvironmentObject EnvironmentValues EquatableView
        EventModifiers ExclusiveGesture FetchRequest FetchedResults FillShapeStyle FillStyle FocusState
        FocusedBinding FocusedValue FocusedValues Font ForEach ForegroundStyle Form GaugeStyle Gauge
        GeometryEffect GeometryProxy GeometryReader Gesture GestureMask GestureState GraphicsContext Grid
        GridItem GridLayout GridRow Group GroupBox HStack HStackLayout HelpLink HierarchicalShapeStyle
        HorizontalAlignment HoverEffect HoverPhase Image ImageRenderer InsettableShape
        InterfaceOrientation KeyEquivalent KeyPress KeyboardShortcut KeyframeAnimator Keyframes Label
        LabelStyle LabeledContent LabeledContentStyle Layout LayoutDirection LayoutDirectionBehavior
        LayoutProperties LayoutSubview LayoutSubviews LayoutValueKey LazyHGrid LazyHStack LazyVGrid LazyVStack
        LegibilityWeight LinearGradient Link List ListItemTint ListSectionSpacing ListStyle
        LocalizedStringKey LongPressGesture MagnifyGesture MatchedGeometryProperties Material Menu MenuStyle
        MeshGradient ModifiedContent Namespace NavigationLink NavigationPath NavigationSplitView
        NavigationStack NavigationView ObservedObject OffsetShape OpenURLAction OutlineGroup PasteButton Path
        PeriodicTimelineSchedule PhaseAnimator Picker PickerStyle PinnedScrollableViews Placeholder
        PreferenceKey PresentationDetent PresentationMode PreviewProvider PrimitiveButtonStyle Prominence
        ProgressView ProgressViewStyle ProjectionTransform ProposedViewSize RadialGradient Rectangle
        RedactionReasons RefreshAction RenameButton RotateGesture RotatedShape RoundedCornerStyle
        RoundedRectangle SafeAreaRegions ScaledMetric ScaledShape Scene ScenePhase SceneStorage ScrollAnchorRole
        ScrollBounceBehavior ScrollDismissesKeyboardMode ScrollGeometry ScrollIndicatorVisibility ScrollPhase
        ScrollPosition ScrollTarget ScrollTargetBehavior ScrollTransitionPhase ScrollView ScrollViewProxy
        ScrollViewReader SearchScopeActivation Section SecureField SectionedFetchRequest Settings Shape
        ShapeRole ShapeStyle ShareLink SimultaneousGesture Slider Spacer SpatialEventGesture SpatialTapGesture
        Spring SpringKeyframe State StateObject Stepper StrokeStyle SubmitLabel Subview SubviewsCollection
        SwitchToggleStyle SymbolRenderingMode Tab TabContent TabView Table TableColumn TableRow TapGesture Text
        TextAlignment TextEditor TextField TextFieldStyle TextRenderer TextSelection TimelineSchedule
        TimelineView Toggle ToggleStyle ToolbarContent ToolbarItem ToolbarItemGroup ToolbarRole Transaction
        TransactionKey Transition TransitionPhase TransitionProperties TupleView UnevenRoundedRectangle
        UnitCurve UnitPoint VStack VStackLayout VectorArithmetic VerticalAlignment VerticalEdge View
        ViewAlignedScrollTargetBehavior ViewBuilder ViewDimensions ViewModifier ViewSpacing ViewThatFits
        Visibility VisualEffect Window WindowGroup ZStack ZStackLayout
        """)
    ),
    (
      "GRDB",
      names(
        """
        AdaptedFetchRequest AnyDatabaseReader AnyDatabaseWriter Association BelongsToAssociation Column
        ColumnDefinition ColumnExpression Columns CommonTableExpression Configuration Cursor Database
        DatabaseBackupProgress DatabaseCollation DatabaseCursor DatabaseDateComponents DatabaseError
        DatabaseEvent DatabaseFunction DatabaseMigrator DatabaseObjectID DatabasePool DatabaseQueue
        DatabaseReader DatabaseRegion DatabaseRegionObservation DatabaseSchemaID DatabaseSnapshot
        DatabaseSnapshotReader DatabaseValue DatabaseValueConvertible DatabaseWriter DerivableRequest
        DumpFormat EncodableRecord FetchRequest FetchableRecord FilteredRequest ForeignKey FTS3 FTS4 FTS5
        HasManyAssociation HasOneAssociation Inflections JoinableRequest MutablePersistableRecord
        OrderedRequest PersistableRecord PreparedRequest QueryInterfaceRequest Record RecordCursor
        ResultCode Row RowAdapter RowCursor SQL SQLExpression SQLExpressible SQLRequest SQLSelectable
        ScopeAdapter SharedValueObservation Statement StatementArguments StatementBinding TableAlias
        TableRecord TableRequest TransactionClock TransactionObserver TypedRequest ValueObservation
        ValueReducer
        """)
    ),
  ]

  private static func names(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}
