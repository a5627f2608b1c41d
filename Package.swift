// swift-tools-version: 6.2
import PackageDescription

/// Every target of Roster is compiled under the same rules: Swift 6, no implicit existentials, no
/// leaking imports, and no warnings.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "roster",
  // The products for terminals, servers, PostgreSQL and fonts are for macOS and Linux: Sources/README.md.
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "Roster", targets: ["Roster"]),
    // Lists that show others filtered, sorted, grouped, limited or searched.
    .library(name: "RosterDerived", targets: ["RosterDerived"]),
    // Lists whose items, headers and footers are described by components.
    .library(
      name: "RosterComponents",
      targets: ["RosterComponentLists", "RosterComponents", "RosterLayout", "RosterText"]),
    // What becomes of modifications, as log lines and metrics.
    .library(name: "RosterObservability", targets: ["RosterObservability"]),
    // For those who only lay something out, or measure text.
    .library(name: "RosterLayout", targets: ["RosterLayout"]),
    .library(name: "RosterText", targets: ["RosterText", "RosterLayout"]),
    // For those who write a renderer.
    .library(
      name: "RosterMounting", targets: ["RosterMounting", "RosterRendererKit"]),
    // Components that are there to begin with.
    .library(name: "RosterWidgets", targets: ["RosterWidgets"]),
    // A list in a terminal.
    .library(
      name: "RosterTerminal", targets: ["RosterTerminal", "RosterMounting", "RosterWidgets"]),
    // Pages, tabs and modals as a list; the message loop of an application.
    .library(name: "RosterNavigation", targets: ["RosterNavigation"]),
    .executable(name: "roster", targets: ["roster"]),
    .executable(name: "roster-feed", targets: ["roster-feed"]),
    .executable(name: "roster-outbox", targets: ["roster-outbox"]),
    .executable(name: "roster-photos", targets: ["roster-photos"]),
    .executable(name: "roster-todo", targets: ["roster-todo"]),
    // Lists as pages, without a server, and with one.
    .library(name: "RosterPages", targets: ["RosterPages", "RosterInspecting"]),
    .library(name: "RosterWeb", targets: ["RosterWeb", "RosterPages", "RosterSync"]),
    // What collection and table views are told of batches; and a model of their rules, for tests.
    .library(name: "RosterApple", targets: ["RosterApple"]),
    // Rows of components in such views.
    .library(name: "RosterAppleRows", targets: ["RosterAppleRows"]),
    .library(name: "RosterToolkitModels", targets: ["RosterToolkitModels", "RosterCore"]),
    // Lists under test: schedules that a seed decides, faults, changes, and a checker of batches.
    .library(name: "RosterTesting", targets: ["RosterTesting", "RosterFaults"]),
    // Lists in the database of an application, beside its tables.
    .library(name: "RosterGRDB", targets: ["RosterGRDB"]),
    // The library for C.
    .library(name: "RosterC", type: .dynamic, targets: ["RosterC"]),
    // Lists on a PostgreSQL server.
    .library(name: "RosterPostgres", targets: ["RosterPostgres"]),
    // Devices that synchronize a list through a hub; with the trait Sync over HTTP. RosterWeb serves the hub.
    .library(name: "RosterSync", targets: ["RosterSync"]),
    // Pictures out of the network, in rows.
    .library(name: "RosterImages", targets: ["RosterImages", "RosterMounting", "RosterWidgets"]),
  ],
  traits: [
    .trait(
      name: "Fonts",
      description: "Measures text with real fonts; needs FreeType and HarfBuzz on the system."),
    .trait(
      name: "Web",
      description:
        "Serves lists as pages and to devices; needs Hummingbird and SwiftNIO, which others do not build.",
      enabledTraits: ["Sync"]),
    .trait(
      name: "Sync",
      description:
        "Synchronizes a list with a hub over HTTP; needs AsyncHTTPClient, which others do not build, and zlib on the system."
    ),
    .trait(
      name: "Postgres",
      description: "Keeps lists on a PostgreSQL server; needs libpq on the system."),
    .trait(
      name: "Images",
      description:
        "Loads pictures over HTTP and decodes them; needs AsyncHTTPClient, which others do not build, and libjpeg-turbo, libpng, libwebp and zlib on the system."
    ),
  ],
  // Each is bounded by its next major version, since only that may change what we rely on, and is
  // here for the one thing that it says. `Tools/sbom` prints what a build has of them.
  dependencies: [
    // SQLite: connections, pools, migrations. 7.10 is the first that was tested under power cuts.
    .package(url: "https://github.com/groue/GRDB.swift", "7.10.0"..<"8.0.0"),
    // The command lines of the tools; not in the library.
    .package(url: "https://github.com/apple/swift-argument-parser", "1.8.2"..<"2.0.0"),
    // `Deque`, for the queue of the pipeline and the journal's readers.
    .package(url: "https://github.com/apple/swift-collections", "1.6.0"..<"2.0.0"),
    // The log lines of a list, in the application's own log.
    .package(url: "https://github.com/apple/swift-log", "1.16.2"..<"2.0.0"),
    // The metrics of a list, in the application's own metrics.
    .package(url: "https://github.com/apple/swift-metrics", "2.13.0"..<"3.0.0"),
    // Runs git and gzip for the importers; not in the library.
    .package(url: "https://github.com/swiftlang/swift-subprocess", "1.0.2"..<"2.0.0"),
    // The server of pages: HTTP, its end, and TLS. This and those below are only built with the trait Web.
    .package(url: "https://github.com/hummingbird-project/hummingbird", "2.28.0"..<"3.0.0"),
    // The WebSockets of the server, and the handlers of its connections.
    .package(url: "https://github.com/apple/swift-nio", "2.101.0"..<"3.0.0"),
    // Certificates of the server.
    .package(url: "https://github.com/apple/swift-nio-ssl", "2.37.0"..<"3.0.0"),
    // Requests and answers as Hummingbird has them.
    .package(url: "https://github.com/apple/swift-http-types", "1.8.0"..<"2.0.0"),
    // The same in connections.
    .package(url: "https://github.com/apple/swift-nio-extras", "1.35.0"..<"2.0.0"),
    // Pictures and devices over HTTP; only built with the traits Images, Sync and Web, as is the part of
    // SwiftNIO that it needs.
    .package(url: "https://github.com/swift-server/async-http-client", "1.37.0"..<"2.0.0"),
  ],
  targets: [
    .target(name: "RosterJSON", swiftSettings: strict),
    .target(name: "RosterCore", dependencies: ["RosterJSON"], swiftSettings: strict),
    // What threads share. Swift has it for macOS 15 and iOS 18.
    .target(
      name: "RosterConcurrency", dependencies: ["CAtomics", "CQueues"], swiftSettings: strict),
    .target(name: "CAtomics"),
    .target(name: "CQueues"),
    .target(name: "RosterGeometry", swiftSettings: strict),
    .target(
      name: "RosterLayout", dependencies: ["RosterConcurrency", "RosterGeometry"],
      swiftSettings: strict),
    // Without the trait nothing of fonts is in it, and nothing asks for their libraries.
    .target(
      name: "RosterText",
      dependencies: [
        "RosterConcurrency", "RosterLayout",
        .target(name: "CFontconfig", condition: .when(traits: ["Fonts"])),
        .target(name: "CFreeType", condition: .when(traits: ["Fonts"])),
        .target(name: "CHarfBuzz", condition: .when(traits: ["Fonts"])),
      ],
      swiftSettings: strict),
    .systemLibrary(
      name: "CFontconfig", path: "Sources/SystemLibraries/CFontconfig", pkgConfig: "fontconfig",
      providers: [.apt(["libfontconfig-dev"]), .brew(["fontconfig"])]),
    .systemLibrary(
      name: "CFreeType", path: "Sources/SystemLibraries/CFreeType", pkgConfig: "freetype2",
      providers: [.apt(["libfreetype-dev"]), .brew(["freetype"])]),
    .systemLibrary(
      name: "CHarfBuzz", path: "Sources/SystemLibraries/CHarfBuzz", pkgConfig: "harfbuzz",
      providers: [.apt(["libharfbuzz-dev"]), .brew(["harfbuzz"])]),
    .target(
      name: "RosterLayoutCases", dependencies: ["RosterLayout", "RosterJSON"],
      path: "Tools/layout-cases", swiftSettings: strict),
    .target(
      name: "RosterComponents", dependencies: ["RosterCore", "RosterJSON", "RosterLayout"],
      swiftSettings: strict),
    .target(
      name: "RosterMounting",
      dependencies: [
        "RosterCore", "RosterComponentLists", "RosterComponents", "RosterEngine", "RosterJSON",
        "RosterLayout",
      ],
      swiftSettings: strict),
    .target(
      name: "RosterWidgets",
      dependencies: ["RosterCore", "RosterComponents", "RosterJSON", "RosterLayout", "RosterText"],
      swiftSettings: strict),
    .target(
      name: "RosterNavigation",
      dependencies: [
        "RosterConcurrency",
        "RosterCore", "RosterComponents", "RosterEngine", "RosterJSON", "RosterLayout",
      ],
      swiftSettings: strict),
    .target(
      name: "RosterTerminal",
      dependencies: [
        "RosterConcurrency",
        "RosterComponents", "RosterJSON", "RosterLayout", "RosterMounting", "RosterText",
        "RosterWidgets",
      ],
      swiftSettings: strict),
    // Without the trait nothing asks for a client or the libraries: an application brings its own.
    .target(
      name: "RosterImages",
      dependencies: [
        "RosterConcurrency",
        "RosterCore", "RosterComponentLists", "RosterComponents", "RosterEngine", "RosterJSON",
        "RosterLayout",
        "RosterMounting", "RosterWidgets",
        .target(name: "CPictures", condition: .when(traits: ["Images"])),
        .target(name: "CWebP", condition: .when(traits: ["Images"])),
        .target(name: "CZlib", condition: .when(traits: ["Images"])),
        .product(
          name: "AsyncHTTPClient", package: "async-http-client",
          condition: .when(traits: ["Images"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Images"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Images"])),
      ],
      swiftSettings: strict),
    // The calls of libraries that jump when they fail.
    .target(
      name: "CPictures",
      dependencies: [
        .target(name: "CJPEG", condition: .when(traits: ["Images"])),
        .target(name: "CPNG", condition: .when(traits: ["Images"])),
      ],
      cSettings: [.define("IMAGES", .when(traits: ["Images"]))]),
    .systemLibrary(
      name: "CJPEG", path: "Sources/SystemLibraries/CJPEG", pkgConfig: "libjpeg",
      providers: [.apt(["libjpeg-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(
      name: "CPNG", path: "Sources/SystemLibraries/CPNG", pkgConfig: "libpng",
      providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(
      name: "CWebP", path: "Sources/SystemLibraries/CWebP", pkgConfig: "libwebp",
      providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
    .target(
      name: "RosterPages",
      dependencies: [
        "RosterConcurrency", "RosterCore", "RosterComponentLists", "RosterComponents",
        "RosterDerived", "RosterEngine", "RosterJSON", "RosterLayout", "RosterNavigation",
        "RosterWidgets", "CPageFiles",
      ],
      swiftSettings: strict),
    // What a browser loads. The C compiler takes a file as it is.
    .target(name: "CPageFiles", exclude: ["Files"]),
    .target(
      name: "RosterInspecting",
      dependencies: [
        "RosterConcurrency",
        "RosterCore", "RosterComponentLists", "RosterComponents", "RosterEngine", "RosterJSON",
        "RosterLog",
        "RosterPages", "RosterPostgres", "RosterRows", "RosterStore",
      ],
      swiftSettings: strict),
    // Without the trait this module is empty, and nothing asks for a server.
    .target(
      name: "RosterWeb",
      dependencies: [
        "RosterConcurrency", "RosterCore", "RosterJSON", "RosterPages", "RosterSync",
        .product(
          name: "HummingbirdCore", package: "hummingbird", condition: .when(traits: ["Web"])),
        .product(
          name: "HummingbirdTLS", package: "hummingbird", condition: .when(traits: ["Web"])),
        .product(name: "HTTPTypes", package: "swift-http-types", condition: .when(traits: ["Web"])),
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Web"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Web"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Web"])),
        .product(
          name: "NIOHTTPTypes", package: "swift-nio-extras", condition: .when(traits: ["Web"])),
        .product(
          name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras",
          condition: .when(traits: ["Web"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Web"])),
        .product(name: "NIOWebSocket", package: "swift-nio", condition: .when(traits: ["Web"])),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["Web"])),
      ],
      swiftSettings: strict),
    .target(
      name: "RosterRendererKit",
      dependencies: [
        "RosterCore", "RosterComponents", "RosterJSON", "RosterLayout", "RosterLog",
        "RosterMounting", "RosterTesting",
      ],
      swiftSettings: strict),
    .target(
      name: "RosterApple",
      dependencies: [
        "RosterCore", "RosterEngine",
        // In the place of UIKit and AppKit, which its shells name, for their tests.
        .target(name: "RosterToolkitStubs", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: strict),
    .target(
      name: "RosterAppleRows",
      dependencies: [
        "RosterComponentLists", "RosterComponents", "RosterCore", "RosterEngine", "RosterJSON",
        "RosterLayout", "RosterMounting", "RosterText", "RosterWidgets",
        .target(name: "RosterToolkitStubs", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: strict),
    .target(
      name: "RosterToolkitStubs", dependencies: ["RosterCore", "RosterToolkitModels"],
      swiftSettings: strict),
    .target(name: "RosterToolkitModels", dependencies: ["RosterCore"], swiftSettings: strict),
    // The experiments with views; the package in their folder asks those of a Mac.
    .target(
      name: "RosterCalibration",
      dependencies: [
        "RosterCore", "RosterTesting", "RosterToolkitModels",
        .target(name: "RosterToolkitStubs", condition: .when(platforms: [.linux])),
      ],
      path: "Tools/apple-calibration/Sources/Calibration", swiftSettings: strict),
    .executableTarget(
      name: "roster-calibration",
      dependencies: [
        "RosterCalibration", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tools/apple-calibration/Sources/Command", swiftSettings: strict),
    .target(
      name: "RosterFaults", dependencies: ["RosterConcurrency", "RosterCore"],
      swiftSettings: strict),
    .target(
      name: "RosterTesting",
      dependencies: ["RosterConcurrency", "RosterCore", "RosterEngine", "RosterFaults"],
      swiftSettings: strict),
    .target(
      name: "RosterLog", dependencies: ["RosterCore", "RosterJSON"], swiftSettings: strict),
    .target(
      name: "Migrations", path: "Migrations",
      resources: [
        .embedInCode("m0001_create.sql"), .embedInCode("m0002_states.sql"),
        .embedInCode("m0003_journal.sql"),
        .embedInCode("m0004_supplement_states.sql"), .embedInCode("m0005_digests.sql"),
        .embedInCode("m0006_undo_scopes.sql"), .embedInCode("m0007_keys.sql"),
        .embedInCode("m0008_parts.sql"),
        .embedInCode("m0009_pages.sql"), .embedInCode("m0010_devices.sql"),
        .embedInCode("m0011_hubs.sql"), .embedInCode("m0012_settled_digests.sql"),
        .embedInCode("p0001_create.sql"), .embedInCode("p0002_seal.sql"),
        .embedInCode("p0003_undo_scopes.sql"), .embedInCode("p0004_keys.sql"),
        .embedInCode("p0005_parts.sql"),
        .embedInCode("p0006_pages.sql"), .embedInCode("p0007_devices.sql"),
        .embedInCode("p0008_words.sql"), .embedInCode("p0009_hubs.sql"),
        .embedInCode("p0010_settled_digests.sql"),
      ],
      swiftSettings: strict),
    .target(
      name: "RosterRows", dependencies: ["RosterConcurrency", "RosterCore", "RosterJSON"],
      swiftSettings: strict),
    .target(
      name: "RosterStore",
      dependencies: [
        "CSQLite", "RosterConcurrency", "RosterCore", "RosterJSON", "RosterRows", "Migrations",
      ],
      swiftSettings: strict),
    // The engine for C, and for every language that calls C.
    .systemLibrary(name: "CRoster"),
    .target(
      name: "RosterC",
      dependencies: [
        "CRoster", "RosterConcurrency", "RosterCore", "RosterDerived", "RosterEngine", "RosterJSON",
        "RosterLog", "RosterRows", "RosterStore",
      ],
      swiftSettings: strict),
    // Without pkg-config, which would find another SQLite than GRDB does where the system brings one.
    .systemLibrary(
      name: "CSQLite", path: "Sources/SystemLibraries/CSQLite",
      providers: [.apt(["libsqlite3-dev"])]),
    // Without the trait this module is empty, and nothing asks for libpq.
    .target(
      name: "RosterPostgres",
      dependencies: [
        "RosterCore", "RosterRows", "Migrations",
        .target(name: "CPostgres", condition: .when(traits: ["Postgres"])),
      ],
      swiftSettings: strict),
    .systemLibrary(
      name: "CPostgres", path: "Sources/SystemLibraries/CPostgres", pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .target(
      name: "RosterEngine",
      dependencies: [
        "RosterConcurrency", "RosterCore", "RosterGeometry", "RosterJSON",
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      swiftSettings: strict),
    .target(
      name: "RosterComponentLists",
      dependencies: [
        "RosterComponents", "RosterConcurrency", "RosterCore", "RosterEngine", "RosterJSON",
        "RosterLayout", "RosterRows",
      ],
      swiftSettings: strict),
    .target(
      name: "RosterObservability",
      dependencies: [
        "RosterConcurrency",
        "RosterCore", "RosterEngine",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
      ],
      swiftSettings: strict),
    // Without the trait of its transport only the texts of messages are there: nothing asks for a client.
    .target(
      name: "RosterSync",
      dependencies: [
        "RosterComponents", "RosterConcurrency", "RosterCore", "RosterEngine", "RosterJSON",
        "RosterLog", "RosterRows",
        .target(name: "CZlib", condition: .when(traits: ["Sync"])),
        .product(
          name: "AsyncHTTPClient", package: "async-http-client", condition: .when(traits: ["Sync"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Sync"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Sync"])),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["Sync"])),
      ],
      swiftSettings: strict),
    .systemLibrary(
      name: "CZlib", path: "Sources/SystemLibraries/CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(
      name: "RosterReplay",
      dependencies: [
        "RosterCore", "RosterJSON", "RosterLayout", "RosterComponentLists", "RosterComponents",
        "RosterLog",
        "RosterEngine",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      swiftSettings: strict),
    .target(
      name: "RosterDerived",
      dependencies: [
        "RosterConcurrency", "RosterCore", "RosterEngine", "RosterJSON", "RosterRows",
      ],
      swiftSettings: strict),
    .target(
      name: "Roster",
      dependencies: [
        "RosterCore", "RosterJSON", "RosterEngine", "RosterPostgres", "RosterRows", "RosterStore",
      ],
      swiftSettings: strict),
    .target(
      name: "RosterGRDB",
      dependencies: [
        "RosterConcurrency", "RosterCore", "RosterEngine", "RosterRows", "RosterStore",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "roster",
      dependencies: [
        "RosterCore", "RosterJSON", "RosterLayout", "RosterText", "RosterComponentLists",
        "RosterComponents", "RosterDerived", "RosterLayoutCases", "RosterLog", "RosterPostgres",
        "RosterRows", "RosterStore", "RosterEngine", "RosterObservability", "RosterReplay",
        "RosterPages", "RosterSync", "RosterWeb", "RosterInspecting", "RosterMounting",
        "RosterRendererKit", "RosterTerminal",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tools/roster", swiftSettings: strict),
    .target(
      name: "RosterCommands",
      dependencies: [
        "Roster", "RosterTerminal", "RosterText", "RosterWeb",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tools/commands", swiftSettings: strict),
    // The list of the feed, and its rows: what its programs have in common.
    .target(
      name: "RosterFeed",
      dependencies: [
        "Roster", "RosterComponentLists", "RosterComponents", "RosterLayout", "RosterWidgets",
      ],
      path: "Tools/feed-list", swiftSettings: strict),
    .target(
      name: "RosterFeedScreen",
      dependencies: [
        "Roster", "RosterApple", "RosterAppleRows", "RosterComponentLists", "RosterComponents",
        "RosterFeed", "RosterWidgets",
        .target(name: "RosterToolkitStubs", condition: .when(platforms: [.linux])),
      ],
      path: "Tools/feed-apple/Screen", swiftSettings: strict),
    .executableTarget(
      name: "roster-feed",
      dependencies: [
        "Roster", "RosterCommands", "RosterComponentLists", "RosterComponents", "RosterFeed",
        "RosterInspecting", "RosterLayout", "RosterPages", "RosterMounting", "RosterTerminal",
        "RosterWeb",
        "RosterWidgets", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tools/feed", swiftSettings: strict),
    // The example for `RosterTesting`: the tests of its list need nothing else.
    .executableTarget(
      name: "roster-outbox",
      dependencies: [
        "Roster", "RosterCommands",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tools/outbox", swiftSettings: strict),
    // The example for `RosterGRDB`: todos in a table, shown as lists.
    .executableTarget(
      name: "roster-todo",
      dependencies: [
        "Roster", "RosterCommands", "RosterDerived", "RosterGRDB",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tools/todo", swiftSettings: strict),
    // Without the trait Web it says how it is built, and nothing asks for a client or a server.
    .executableTarget(
      name: "roster-photos",
      dependencies: [
        "RosterConcurrency", "Roster", "RosterCommands", "RosterComponentLists", "RosterComponents",
        "RosterDerived", "RosterImages", "RosterLayout", "RosterMounting", "RosterNavigation",
        "RosterPages", "RosterTerminal", "RosterWeb", "RosterWidgets",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(
          name: "AsyncHTTPClient", package: "async-http-client", condition: .when(traits: ["Web"])),
        .product(
          name: "HummingbirdCore", package: "hummingbird", condition: .when(traits: ["Web"])),
        .product(name: "HTTPTypes", package: "swift-http-types", condition: .when(traits: ["Web"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Web"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Web"])),
      ],
      path: "Tools/PhotoApp", exclude: ["README.md"], swiftSettings: strict),
    .executableTarget(
      name: "roster-benchmark",
      dependencies: [
        "Roster", "RosterApple", "RosterCore", "RosterJSON", "RosterLayout", "RosterComponentLists",
        "RosterComponents", "RosterDerived", "RosterLog", "RosterMounting", "RosterPostgres",
        "RosterGRDB", "RosterStore", "RosterEngine", "RosterReplay", "RosterSync", "RosterTerminal",
        "RosterC", "CRoster", .target(name: "CPostgres", condition: .when(traits: ["Postgres"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        "CSQLite", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tools/benchmark", swiftSettings: strict),
    .testTarget(
      name: "RosterJSONTests", dependencies: ["RosterJSON", "RosterTestKit"],
      swiftSettings: strict),
    // What tests of any room need: random numbers of a seed, gates, folders, processes.
    .target(name: "RosterTestKit", path: "Tests/RosterTestKit", swiftSettings: strict),
    // What tests of lists need beside that: generators, naive models, storages that fail.
    .target(
      name: "RosterTestSupport",
      dependencies: [
        "RosterConcurrency", "RosterComponents", "RosterCore", "RosterFaults", "RosterRows",
        "RosterTestKit",
      ],
      path: "Tests/RosterTestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "RosterCoreTests",
      dependencies: ["RosterCore", "RosterJSON", "RosterTestKit", "RosterTestSupport"],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "RosterRowsTests",
      dependencies: [
        "RosterRows", "RosterCore", "RosterJSON", "RosterTestKit", "RosterTestSupport",
      ],
      swiftSettings: strict),
    // What tests start as a process: to kill it, or because it may not do what they may.
    .executableTarget(
      name: "RosterChild",
      dependencies: [
        "Roster", "RosterDerived", "RosterComponentLists", "RosterComponents", "RosterCore",
        "RosterGRDB",
        "RosterNavigation", "RosterStore", "RosterTerminal", "RosterTestKit", "RosterTestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/RosterChild", swiftSettings: strict),
    .testTarget(
      name: "RosterStoreTests",
      dependencies: [
        "RosterChild", "RosterStore", "RosterRows", "RosterCore", "RosterJSON",
        "RosterTestKit", "RosterTestSupport", "Migrations",
        "CSQLite", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .target(name: "CRosterCalls", path: "Tests/CRosterCalls"),
    .testTarget(
      name: "RosterCTests",
      dependencies: [
        "CRoster", "CRosterCalls", "RosterC", "RosterCore", "RosterEngine", "RosterJSON",
        "RosterLog", "RosterRows", "RosterStore", "RosterTestKit", "RosterTestSupport",
      ],
      swiftSettings: strict),
    // What every storage of lists must do, with the storage as a parameter.
    .testTarget(
      name: "RosterStorageTests",
      dependencies: [
        "RosterGRDB", "RosterPostgres", "RosterStore", "RosterRows", "RosterCore", "RosterJSON",
        "RosterTestKit", "RosterTestSupport", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RosterGRDBTests",
      dependencies: [
        "RosterGRDB", "Roster", "RosterStore", "RosterRows", "RosterEngine", "RosterCore",
        "RosterDerived", "Migrations",
        "RosterTestKit", "RosterTestSupport", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RosterPostgresTests",
      dependencies: [
        "RosterPostgres", "RosterStore", "RosterRows", "RosterEngine", "RosterCore",
        "RosterTestKit", "RosterTestSupport", "Migrations",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    // Lists that tests open, in a file, in memory and on a server, and what they compare of them.
    .target(
      name: "RosterListSupport",
      dependencies: [
        "RosterCore", "RosterEngine", "RosterPostgres", "RosterStore", "RosterTestKit",
        "RosterTestSupport",
      ],
      path: "Tests/RosterListSupport",
      swiftSettings: strict),
    .testTarget(
      name: "RosterEngineTests",
      dependencies: [
        "RosterConcurrency", "RosterEngine", "RosterCore", "RosterJSON", "RosterListSupport",
        "RosterStore", "RosterSchedule", "RosterTestKit", "RosterTestSupport", "RosterTesting",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RosterComponentListsTests",
      dependencies: [
        "RosterConcurrency", "RosterEngine", "RosterComponentLists", "RosterComponents",
        "RosterCore", "RosterJSON", "RosterLayout", "RosterListSupport", "RosterStore",
        "RosterTestKit", "RosterTestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "RosterObservabilityTests",
      dependencies: [
        "RosterObservability", "RosterEngine", "RosterCore", "RosterStore", "RosterTestKit",
        "RosterTestSupport",
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RosterSyncTests",
      dependencies: [
        "RosterConcurrency",
        "RosterSync", "RosterEngine", "RosterComponentLists", "RosterComponents", "RosterCore",
        "RosterJSON", "RosterLog", "RosterRows",
        "RosterStore", "RosterSchedule", "RosterTestKit", "RosterTestSupport", "RosterTesting",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RosterReplayTests",
      dependencies: [
        "RosterReplay", "RosterEngine", "RosterCore", "RosterJSON", "RosterLog", "RosterStore",
        "RosterTestKit", .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RosterComponentsTests",
      dependencies: [
        "RosterComponents", "RosterCore", "RosterJSON", "RosterLayout", "RosterLayoutCases",
        "RosterTestKit", "RosterTestSupport",
      ],
      exclude: ["Compiling/Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "RosterDerivedTests",
      dependencies: [
        "RosterDerived", "Roster", "RosterStore", "RosterRows", "RosterEngine", "RosterCore",
        "RosterConcurrency", "RosterFaults", "RosterPostgres", "RosterTestKit", "RosterTesting",
        "RosterTestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    // A host that notes what it is told, for all who tell hosts something.
    .target(
      name: "RosterRecordingHost",
      dependencies: ["RosterMounting", "RosterComponents", "RosterJSON", "RosterLayout"],
      path: "Tests/RosterRecordingHost", swiftSettings: strict),
    .testTarget(
      name: "RosterMountingTests",
      dependencies: [
        "RosterMounting", "RosterComponentLists", "RosterComponents", "RosterCore", "RosterEngine",
        "RosterJSON", "RosterLayout", "RosterRecordingHost", "RosterStore", "RosterTestKit",
        "RosterTestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RosterWidgetsTests",
      dependencies: [
        "RosterWidgets", "RosterComponents", "RosterCore", "RosterJSON", "RosterLayout",
        "RosterText", "RosterTestKit",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RosterNavigationTests",
      dependencies: [
        "RosterNavigation", "RosterChild", "Roster", "RosterComponents", "RosterCore",
        "RosterEngine", "RosterJSON", "RosterLayout", "RosterStore", "RosterTestKit",
        "RosterTestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RosterPagesTests",
      dependencies: [
        "RosterConcurrency", "RosterPages", "RosterEngine", "RosterStore", "RosterComponentLists",
        "RosterComponents", "RosterCore", "RosterJSON", "RosterLayout", "RosterNavigation",
        "RosterWidgets", "RosterTestKit", "RosterTestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RosterInspectingTests",
      dependencies: [
        "RosterInspecting", "RosterPages", "RosterEngine", "RosterPostgres", "RosterRows",
        "RosterStore", "RosterComponentLists", "RosterComponents", "RosterCore", "RosterJSON",
        "RosterTestKit",
        "RosterTestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RosterWebTests",
      dependencies: [
        "RosterWeb", "RosterPages", "RosterSync", "Roster", "RosterComponentLists",
        "RosterComponents", "RosterCore", "RosterEngine", "RosterJSON", "RosterLog", "RosterStore",
        "RosterWidgets", "RosterTestKit", "RosterTestSupport", "roster",
        .product(
          name: "AsyncHTTPClient", package: "async-http-client", condition: .when(traits: ["Web"])),
        .product(
          name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Web"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Web"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Web"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Web"])),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["Web"])),
        .product(name: "NIOWebSocket", package: "swift-nio", condition: .when(traits: ["Web"])),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RosterRendererKitTests",
      dependencies: [
        "RosterRendererKit", "RosterMounting", "RosterComponents", "RosterCore", "RosterJSON",
        "RosterLayout", "RosterLog",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RosterConcurrencyTests", dependencies: ["RosterConcurrency"], swiftSettings: strict),
    .testTarget(
      name: "RosterLayoutTests", dependencies: ["RosterLayout", "RosterTestKit"],
      swiftSettings: strict),
    .testTarget(
      name: "RosterTextTests", dependencies: ["RosterText", "RosterLayout", "RosterTestKit"],
      exclude: ["Fixtures", "Fonts/Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "RosterTerminalTests",
      dependencies: [
        "RosterTerminal", "RosterComponents", "RosterCore", "RosterJSON", "RosterLayout",
        "RosterMounting", "RosterText", "RosterTestKit", "RosterChild", "RosterWidgets",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RosterImagesTests",
      dependencies: [
        "RosterImages", "Roster", "RosterComponentLists", "RosterComponents", "RosterCore",
        "RosterEngine", "RosterJSON", "RosterLayout", "RosterMounting", "RosterTerminal",
        "RosterTestKit", "RosterTestSupport", "RosterWidgets",
        .target(name: "CJPEG", condition: .when(traits: ["Images"])),
        .target(name: "CPNG", condition: .when(traits: ["Images"])),
        .target(name: "CWebP", condition: .when(traits: ["Images"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Images"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Images"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Images"])),
      ],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "RosterLayoutCasesTests",
      dependencies: ["RosterLayoutCases", "RosterLayout", "RosterJSON"],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "RosterLogTests",
      dependencies: [
        "RosterLog", "RosterCore", "RosterJSON", "RosterTestKit", "RosterTestSupport",
      ],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "RosterTests",
      dependencies: [
        "Roster", "RosterDerived", "RosterComponentLists", "RosterComponents", "RosterFaults",
        "RosterLayout", "RosterMounting", "RosterTerminal", "RosterText", "RosterTestKit",
        "RosterTestSupport", "RosterChild", "RosterWidgets",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RosterToolTests",
      dependencies: [
        "roster", "roster-feed", "roster-photos", "Roster", "RosterCore", "RosterDerived",
        "RosterGRDB", "RosterJSON",
        "RosterStore", "RosterTestKit", "RosterTestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PhotoAppTests",
      dependencies: [
        "roster-photos", "Roster", "RosterComponentLists", "RosterComponents", "RosterDerived",
        "RosterNavigation", "RosterTestKit", "RosterTestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RosterAppleTests",
      dependencies: [
        "RosterApple", "RosterToolkitModels", "RosterCalibration", "roster-calibration",
        .target(name: "RosterToolkitStubs", condition: .when(platforms: [.linux])), "Roster",
        "RosterComponentLists", "RosterComponents", "RosterCore", "RosterDerived", "RosterEngine",
        "RosterJSON", "RosterLayout", "RosterLog", "RosterTestKit", "RosterTestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RosterAppleRowsTests",
      dependencies: [
        "RosterAppleRows", "RosterApple", "RosterToolkitModels",
        .target(name: "RosterToolkitStubs", condition: .when(platforms: [.linux])), "Roster",
        "RosterComponentLists", "RosterComponents", "RosterCore", "RosterEngine", "RosterJSON",
        "RosterFeed", "RosterFeedScreen",
        "RosterLayout", "RosterMounting", "RosterRendererKit", "RosterText", "RosterWidgets",
        "RosterTestKit", "RosterTestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "TodoTests",
      dependencies: [
        "roster-todo", "Roster", "RosterDerived", "RosterGRDB", "RosterStore", "RosterTestKit",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "OutboxTests",
      dependencies: ["roster-outbox", "Roster", "RosterTesting", "RosterTestKit"],
      swiftSettings: strict),
    .testTarget(
      name: "RosterTestingTests",
      dependencies: [
        "RosterTesting", "RosterFaults", "Roster", "RosterConcurrency", "RosterCore",
        "RosterDerived",
        "RosterEngine", "RosterStore", "RosterTestKit",
      ],
      swiftSettings: strict),
    .testTarget(name: "RosterArchitectureTests", swiftSettings: strict),
    // What the fuzzer attacks: `Tools/fuzz` gives it bytes without end, the tests those of the corpora.
    .target(
      name: "RosterFuzz",
      dependencies: [
        "RosterCore", "RosterJSON", "RosterLog", "RosterLayout", "RosterLayoutCases",
        "RosterComponents", "RosterEngine", "RosterMounting", "RosterPages", "RosterInspecting",
        "RosterRows", "RosterStore", "RosterReplay", "RosterAttacks", "RosterTestKit",
        "RosterTestSupport",
      ],
      path: "Tests/RosterFuzz", swiftSettings: strict),
    .testTarget(
      name: "RosterFuzzTests", dependencies: ["RosterFuzz", "RosterTestKit"],
      swiftSettings: strict),
    // A file system for SQLite that loses, tears and refuses what it is told to.
    .target(
      name: "CSimulatedDisk", path: "Tests/CSimulatedDisk",
      linkerSettings: [.linkedLibrary("sqlite3")]),
    // Runs lists on one thread, in an order that a seed decides.
    .target(
      name: "RosterSchedule",
      dependencies: ["RosterCore", "RosterTesting"],
      path: "Tests/RosterSchedule", swiftSettings: strict),
    // The attacks: tests run them with small sizes, `Tools/attack` with those that take hours.
    .target(
      name: "RosterAttacks",
      dependencies: [
        "RosterApple", "RosterConcurrency", "RosterDerived", "RosterToolkitModels",
        "CSimulatedDisk", "RosterCore", "RosterJSON", "RosterLayout", "RosterComponentLists",
        "RosterComponents",
        "RosterGRDB", "RosterLog", "RosterStore", "RosterEngine", "RosterReplay", "RosterSchedule",
        "RosterSync",
        "RosterTestKit", "RosterTestSupport", "RosterTesting", "Migrations",
        "CSQLite", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/RosterAttacks", swiftSettings: strict),
    .executableTarget(
      name: "roster-attack",
      dependencies: [
        "RosterAttacks", "RosterStore", "RosterChild", "roster",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tools/attacks", swiftSettings: strict),
    .testTarget(
      name: "RosterAttackTests",
      dependencies: [
        "RosterAttacks", "RosterCore", "RosterJSON", "RosterLog", "RosterStore", "RosterEngine",
        "RosterTestKit", "RosterTestSupport", "RosterChild", "roster", "roster-attack",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
  ]
)

// libFuzzer brings the `main` of the fuzzer, so there is one only where `Tools/fuzz` asks for it.
if Context.environment["ROSTER_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "roster-fuzz", dependencies: ["RosterFuzz"], path: "Tools/fuzzing",
      swiftSettings: strict))
}

// `Tools/test ROOM…` builds the tests of some rooms and what they need, and nothing above them.
if let rooms = Context.environment["ROSTER_ROOMS"] {
  package.keepTests(of: Set(rooms.split(separator: ",").map(String.init)))
}
// `Tools/test --changed` builds the tests of all rooms that some files reach.
if let paths = Context.environment["ROSTER_CHANGED"] {
  package.keepTests(reachedBy: paths.split(separator: "\n").map(String.init))
}
// `Tools/test` tests what is compiled with optimization, as applications have it: nothing in the sources
// is an `assert`, and tests that try all cases end in a third of the time. Programs and servers wait more
// than they compute, and tests are compiled once and run once, so they stay as they are; and Swift 6.3.1
// crashes on some of the tests.
if Context.environment["ROSTER_OPTIMIZED"] != nil {
  let waiting: Set = [
    "RosterCommands", "RosterInspecting", "RosterPages", "RosterWeb",
  ]
  for target in package.targets where target.type == .regular && !waiting.contains(target.name) {
    target.swiftSettings =
      (target.swiftSettings ?? []) + [
        .unsafeFlags(["-O", "-whole-module-optimization", "-num-threads", "2"])
      ]
  }
}

extension Package {
  /// Keeps the tests of some rooms.
  ///
  /// The tests of a room have its name with `Tests` behind it; where there are none, they are those that
  /// name the room among their dependencies. A name of tests keeps these, `all` keeps all.
  func keepTests(of rooms: Set<String>) {
    let tests = targets.filter(\.isTest)
    if rooms == ["all"] { return keep(tests) }
    keep(
      rooms.flatMap { room in
        let own = tests.filter { $0.name == room || $0.name == room + "Tests" }
        return own.isEmpty ? tests.filter { $0.needs.contains(room) } : own
      })
  }

  /// Keeps the tests of the targets that some files belong to, and of those that depend on them.
  ///
  /// What belongs to no target is a document or a script, which only tests of the architecture read; but
  /// the manifest and the fixtures may reach all tests.
  func keepTests(reachedBy paths: [String]) {
    var reached = Set<String>()
    for path in paths {
      if path == "Package.swift" || path.hasPrefix("Tests/Fixtures/") {
        return keep(targets.filter(\.isTest))
      }
      let target = targets.first { path.hasPrefix($0.folder + "/") }
      reached.insert(
        path.hasSuffix(".md")
          ? "RosterArchitectureTests" : target?.name ?? "RosterArchitectureTests")
    }
    var count = 0
    while reached.count > count {
      count = reached.count
      reached.formUnion(targets.filter { !$0.needs.isDisjoint(with: reached) }.map(\.name))
    }
    keep(targets.filter { $0.isTest && reached.contains($0.name) })
  }

  /// Removes all targets that some tests do not need, and the packages of others.
  private func keep(_ tests: [Target]) {
    var kept = Set<String>()
    var needed = tests
    while let target = needed.popLast() {
      guard kept.insert(target.name).inserted else { continue }
      needed += targets.filter { target.needs.contains($0.name) }
    }
    targets.removeAll { !kept.contains($0.name) }
    let packages = Set(targets.flatMap(\.packages))
    dependencies.removeAll { dependency in
      guard case .sourceControl(_, let location, _) = dependency.kind else { return false }
      return !packages.contains { location.hasSuffix("/\($0)") }
    }
    // The library for C is loaded by programs of other languages; all others are linked into tests.
    products.removeAll { product in
      guard let library = product as? Product.Library, library.type == .dynamic else { return true }
      return !kept.isSuperset(of: library.targets)
    }
    // Tests run tasks in orders that seeds decide, by executors that older systems do not have.
    platforms = [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)]
    // The same flags whichever rooms there are, so that one build folder serves all of them.
    traits.insert(.default(enabledTraits: Set(traits.map(\.name))))
  }
}

extension Target {
  var isTest: Bool { type == .test }

  /// Where its files are.
  var folder: String { path ?? (isTest ? "Tests/" : "Sources/") + name }

  /// The names of the targets that it depends on.
  var needs: Set<String> {
    Set(
      dependencies.compactMap {
        switch $0 {
        case .targetItem(let name, _), .byNameItem(let name, _): name
        default: nil
        }
      })
  }

  /// The packages that it depends on.
  var packages: [String] {
    dependencies.compactMap {
      if case .productItem(_, let package, _, _) = $0 { package } else { nil }
    }
  }
}
