/// The methods of `notelet.v1.Profiles`.
///
/// Profiles and personal links.
public enum ProfilesAPI {
    private static let service = "notelet.v1.Profiles"

    /// The caller's own profile.
    public static let getProfile = MethodDescriptor<GetProfileRequest, GetProfileResponse>(
        service: service,
        name: "GetProfile",
        effect: .read,
        token: .required
    )

    /// Changes what is given, leaves the rest.
    public static let updateProfile = MethodDescriptor<UpdateProfileRequest, UpdateProfileResponse>(
        service: service,
        name: "UpdateProfile",
        effect: .write,
        token: .required
    )

    /// The public part of the person behind a link.
    ///
    /// No token needed.
    public static let findByLink = MethodDescriptor<FindByLinkRequest, FindByLinkResponse>(
        service: service,
        name: "FindByLink",
        effect: .read,
        token: .none
    )

    /// The public part of a person whose id is known.
    ///
    /// Ids come from `findByLink` and from notes that show their sender.
    public static let getPublicProfile = MethodDescriptor<
        GetPublicProfileRequest, GetPublicProfileResponse
    >(
        service: service,
        name: "GetPublicProfile",
        effect: .read,
        token: .required
    )

    /// Makes a new link; the old one is dead from then on.
    ///
    /// Switches a link on again, too.
    public static let rotateLink = MethodDescriptor<RotateLinkRequest, RotateLinkResponse>(
        service: service,
        name: "RotateLink",
        effect: .write,
        token: .required
    )

    /// Takes the link away until it is rotated.
    public static let switchOffLink = MethodDescriptor<SwitchOffLinkRequest, SwitchOffLinkResponse>(
        service: service,
        name: "SwitchOffLink",
        effect: .write,
        token: .required
    )

    /// The words that the caller does not want to read.
    public static let listMutedWords = MethodDescriptor<
        ListMutedWordsRequest, ListMutedWordsResponse
    >(
        service: service,
        name: "ListMutedWords",
        effect: .read,
        token: .required
    )

    /// Lets notes with a word arrive no more; whoever sends one notices nothing.
    public static let muteWord = MethodDescriptor<MuteWordRequest, MuteWordResponse>(
        service: service,
        name: "MuteWord",
        effect: .write,
        token: .required
    )

    /// Lets notes with a word arrive again, from now on.
    public static let unmuteWord = MethodDescriptor<UnmuteWordRequest, UnmuteWordResponse>(
        service: service,
        name: "UnmuteWord",
        effect: .write,
        token: .required
    )

    /// The service as a whole.
    public static let descriptor = ServiceDescriptor(
        name: service,
        methods: [
            getProfile.summary,
            updateProfile.summary,
            findByLink.summary,
            getPublicProfile.summary,
            rotateLink.summary,
            switchOffLink.summary,
            listMutedWords.summary,
            muteWord.summary,
            unmuteWord.summary,
        ]
    )
}
