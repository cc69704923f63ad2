"""The members that Ombi reads from the answers of each service."""

LIST_MOVIE = """
    poster_path adult overview release_date genre_ids id original_title original_language title backdrop_path
    popularity vote_count video vote_average"""
LIST_SHOW = """
    poster_path overview first_air_date genre_ids id original_name name original_language backdrop_path
    popularity vote_count vote_average origin_country"""
MOVIE = """
    adult backdrop_path belongs_to_collection budget genres homepage id imdb_id original_language original_title
    overview popularity poster_path production_companies production_countries release_date revenue runtime
    spoken_languages status tagline title video vote_average vote_count"""
SHOW = """
    backdrop_path created_by episode_run_time first_air_date genres homepage id in_production languages
    last_air_date name networks number_of_episodes number_of_seasons tagline origin_country original_language
    original_name overview popularity poster_path production_companies seasons status type vote_average
    vote_count"""
SEASON = "air_date episode_count id name overview poster_path season_number"
SEASON_DETAIL = "_id air_date episodes name overview id poster_path season_number"
EPISODE = """
    air_date episode_number crew guest_stars id name overview production_code season_number still_path
    vote_average vote_count"""
MAZE_SHOW = """
    id url name type language genres status runtime premiered schedule rating weight network webChannel
    externals image summary updated _links"""
MAZE_EPISODE = "id url name season number airdate airstamp image summary"
RADARR_MOVIE = """
    title originalTitle alternateTitles sortTitle sizeOnDisk status overview inCinemas images website year
    hasFile youTubeTrailerId studio path qualityProfileId monitored minimumAvailability isAvailable folderName
    runtime cleanTitle imdbId tmdbId titleSlug genres tags added ratings id"""
SONARR_SERIES = """
    title alternateTitles sortTitle status overview network airTime images seasons year path seasonFolder
    monitored useSceneNumbering runtime tvdbId tvRageId tvMazeId firstAired lastInfoSync seriesType cleanTitle
    titleSlug certification genres tags added ratings qualityProfileId languageProfileId id"""
SONARR_EPISODE = "seriesId episodeFileId seasonNumber episodeNumber title overview hasFile monitored id"
LIDARR_ARTIST = """
    status ended artistName foreignArtistId overview artistType disambiguation links images qualityProfileId
    metadataProfileId albumFolder monitored cleanName sortName tags added ratings statistics"""
LIDARR_ALBUM = """
    title disambiguation artistId foreignAlbumId monitored profileId duration albumType secondaryTypes
    mediumCount ratings releaseDate releases genres media artist images"""
MEDIA_ITEM = "Name Id Type ProviderIds ServerId PremiereDate RunTimeTicks UserData LocationType"
PLEX_ITEM = "ratingKey key type title year guid"
