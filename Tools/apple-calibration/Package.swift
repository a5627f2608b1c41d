// swift-tools-version: 6.2
import PackageDescription

/// The rules of Roster's own targets.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// A package of its own, for a Mac: Objective-C is needed to catch what views throw, and Linux has none. Roster compiles the
// experiments as its target `RosterCalibration` as well, and tests them there with the models.
let package = Package(
  name: "apple-calibration",
  platforms: [.macOS(.v14), .iOS(.v17)],
  dependencies: [.package(name: "roster", path: "../..")],
  targets: [
    .target(name: "ExceptionCatching"),
    .target(
      name: "Calibration",
      dependencies: [
        "ExceptionCatching",
        .product(name: "RosterTesting", package: "roster"),
        .product(name: "RosterToolkitModels", package: "roster"),
      ],
      swiftSettings: strict),
    .testTarget(name: "CalibrationTests", dependencies: ["Calibration"], swiftSettings: strict),
  ]
)
